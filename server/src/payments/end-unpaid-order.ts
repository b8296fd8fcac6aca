import type { Actor } from '@camilan/contract/orders'
import { lockOrder, transitionOrder } from '../orders/transition-order.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound } from '../platform/errors.ts'
import { applyReport, matchesAttempt } from './apply-report.ts'
import type { PaymentDeps } from './deps.ts'
import { endAttempt } from './end-attempt.ts'
import { PaymentUndecided } from './errors.ts'
import type { Gateway } from './gateway.ts'
import type { PaymentReport } from './gateway-wire.ts'
import { orderWithLiveAttempt } from './queries.ts'

/** The payment may change between asking for its status and closing it; in practice not more than a few times. */
const maxRounds = 4

/**
 * Cancel an unpaid order: first its payment at the gateway, so that nobody can pay it any more, then the order.
 * An order whose payment has already arrived becomes DIBAYAR instead. An order that is not DIPROSES stays as it is. An
 * order whose payment at the gateway has another amount or id than its attempt also stays as it is, and the
 * administrators are notified.
 * @param actor  `customer` cancels the order; `system` ends it because its time is over
 * @throws {GatewayUnavailable} | {PaymentUndecided} the payment may still be paid, so nothing changed
 */
export async function endUnpaidOrder(deps: PaymentDeps, actor: Actor, orderId: string): Promise<void> {
  const { db, gateway, clock } = deps
  for (let round = 0; round < maxRounds; round += 1) {
    const order = await orderWithLiveAttempt(db, orderId)
    if (!order) throw new NotFound()
    if (order.status !== 'DIPROSES') return
    const { attempt_id: attemptId, snap_token: token, amount } = order
    if (attemptId !== null && amount !== null) {
      const attempt = { id: attemptId, amount, token }
      const report = await withClosingActor(deps, actor, attemptId, () => closeAtGateway(gateway, attempt))
      if (report) {
        await applyReport(deps, { attemptId, report })
        return
      }
    }
    const ended = await transact(db, async (tx) => {
      const locked = await lockOrder(tx, orderId)
      const current = await orderWithLiveAttempt(tx, orderId)
      // The order was paid, cancelled, or got a new attempt or token while the gateway was asked: start again.
      if (locked?.status !== 'DIPROSES' || current?.attempt_id !== attemptId || current.snap_token !== token)
        return false
      const status = actor === 'system' ? 'KADALUARSA' : 'DIBATALKAN'
      if (attemptId !== null) await endAttempt(tx, { id: attemptId, status })
      await transitionOrder(tx, actor, { order: locked, status: 'DIBATALKAN' }, clock())
      return true
    })
    if (ended) return
  }
  throw new PaymentUndecided(`order ${orderId} keeps changing`)
}

/**
 * Store in the attempt which actor closes it, because the gateway's notification of the cancellation may arrive before
 * `close` returns.
 */
async function withClosingActor(
  { db }: PaymentDeps,
  actor: Actor,
  attemptId: string,
  close: () => Promise<PaymentReport | undefined>,
): Promise<PaymentReport | undefined> {
  const setClosingActor = (closingActor: Actor | null) =>
    db
      .updateTable('payment_attempts')
      .set({ closing_actor: closingActor })
      .where('id', '=', attemptId)
      .where('status', '=', 'PENDING')
      .execute()
  let closed = false
  await setClosingActor(actor)
  try {
    const report = await close()
    closed = report === undefined
    return report
  } finally {
    if (!closed) await setClosingActor(null)
  }
}

/** @returns undefined when it can no longer be paid; else the report: it is paid, or differs from the attempt */
async function closeAtGateway(
  gateway: Gateway,
  attempt: { id: string; amount: number; token: string | null },
): Promise<PaymentReport | undefined> {
  const { id, token } = attempt
  for (let round = 0; round < maxRounds; round += 1) {
    const report = await gateway.status(id)
    if (!['absent', 'unknown'].includes(report.state) && !matchesAttempt(attempt, report)) return report
    switch (report.state) {
      case 'settled':
      case 'refunded':
        return report
      case 'pending':
        if (await gateway.cancel(id)) return undefined
        break
      case 'absent':
        if (token === null || (await gateway.cancelSession(token))) return undefined
        break
      case 'denied':
      case 'expired':
      case 'cancelled':
        return undefined
      case 'unknown':
        throw new PaymentUndecided(`payment ${id} is ${report.gatewayState}`)
    }
  }
  throw new PaymentUndecided(`payment ${id} keeps changing`)
}
