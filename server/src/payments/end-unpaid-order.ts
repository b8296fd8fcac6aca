import type { Actor } from '@camilan/contract/orders'
import { lockOrder, transitionOrder } from '../orders/transition-order.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound, ShopError } from '../platform/errors.ts'
import { applyReport, isOurs } from './apply-report.ts'
import { endAttempt, orderWithLiveAttempt } from './attempts.ts'
import type { PaymentDeps } from './deps.ts'
import type { Gateway } from './gateway.ts'
import type { PaymentReport } from './gateway-wire.ts'

/** The payment may move on between our question and our order to close it; more than a few times it does not. */
const mostRounds = 4

/**
 * Cancel an unpaid order: first its payment at the gateway, so that nobody can pay it any more, then the order.
 * An order that turns out to be paid becomes DIBAYAR instead; one that is not DIPROSES is left alone. One of which the
 * gateway reports a payment that is not ours, by its amount or its id, stays as it is, and the administrators are told.
 * @param actor  customer: they asked for it; system: its time is over
 * @throws {GatewayUnavailable} nothing is known of the payment, so nothing changed
 */
export async function endUnpaidOrder(deps: PaymentDeps, orderId: string, actor: Actor): Promise<void> {
  const { db, gateway, clock } = deps
  for (let round = 0; round < mostRounds; round += 1) {
    const order = await orderWithLiveAttempt(db, orderId)
    if (!order) throw new NotFound()
    if (order.status !== 'DIPROSES') return
    const { attempt_id: attemptId, snap_token: token, amount } = order
    if (attemptId !== null && amount !== null) {
      const attempt = { id: attemptId, amount, token }
      const report = await closing(deps, attemptId, actor, () => closeAtGateway(gateway, attempt))
      if (report) {
        await applyReport(deps, attemptId, report)
        return
      }
    }
    const ended = await transact(db, async (tx) => {
      const locked = await lockOrder(tx, orderId)
      const now = await orderWithLiveAttempt(tx, orderId)
      // Paid, cancelled, tried anew or given a page to pay on while the gateway was asked: look again.
      if (locked?.status !== 'DIPROSES' || now?.attempt_id !== attemptId || now.snap_token !== token) return false
      if (attemptId !== null) await endAttempt(tx, attemptId, actor === 'system' ? 'KADALUARSA' : 'DIBATALKAN')
      return transitionOrder(tx, locked, 'DIBATALKAN', actor, clock())
    })
    if (ended) return
  }
  throw undecided(`order ${orderId} keeps changing`)
}

/** While we close it, the gateway's own webhook of that may come first: it is to name the right actor. */
async function closing(
  { db }: PaymentDeps,
  attemptId: string,
  actor: Actor,
  close: () => Promise<PaymentReport | undefined>,
): Promise<PaymentReport | undefined> {
  const closedBy = (who: Actor | null) =>
    db
      .updateTable('payment_attempts')
      .set({ closing_actor: who })
      .where('id', '=', attemptId)
      .where('status', '=', 'PENDING')
      .execute()
  let closed = false
  await closedBy(actor)
  try {
    const report = await close()
    closed = report === undefined
    return report
  } finally {
    if (!closed) await closedBy(null)
  }
}

/** @returns undefined once nobody can pay it any more, or the report that says it is paid, or of a payment not ours */
async function closeAtGateway(
  gateway: Gateway,
  attempt: { id: string; amount: number; token: string | null },
): Promise<PaymentReport | undefined> {
  const { id, token } = attempt
  for (let round = 0; round < mostRounds; round += 1) {
    const report = await gateway.status(id)
    if (!['absent', 'unknown'].includes(report.state) && !isOurs(attempt, report)) return report
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
        throw undecided(`payment ${id} is ${report.word}`)
    }
  }
  throw undecided(`payment ${id} keeps changing`)
}

/** The gateway answers, but with nothing that settles this one order. */
function undecided(what: string): ShopError {
  return new ShopError('PAYMENT_UNAVAILABLE', { cause: new Error(what) })
}
