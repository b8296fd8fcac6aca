import type { PaymentReport } from '@camilan/midtrans/wire'
import type { Administrator } from '../../audit/record-change.ts'
import { lockOrder } from '../../orders/transition-order.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { applyInTransaction, applyReport, closePayment } from '../apply/apply-report.ts'
import { matchesAttempt } from '../apply/record-payment.ts'
import type { PaymentDeps } from '../deps.ts'
import { PaymentUndecided } from '../errors.ts'
import type { Gateway } from '../keys/gateway.ts'
import { actorOf, type Closer, cancelUnpaid } from './cancel-unpaid.ts'
import { type Closed, closeAtGateway } from './close-at-gateway.ts'
import { endAttempt } from './end-attempt.ts'
import { orderWithLiveAttempt } from './queries.ts'

/** The order may change while the gateway is asked; in practice only a few times. */
const maxRounds = 4

/**
 * Cancel an unpaid order: first its payment at the gateway, so that nobody can pay it any more, then the order. If the
 * payment has already arrived, the order becomes DIBAYAR instead. An order that is not DIPROSES stays as it is. If the
 * gateway reports something unexpected (money of another amount, another id, a refund, an unknown state), the
 * administrators are notified, and only an administrator can end the order. Money that arrived, or arrives later, is
 * then a refund due.
 * @throws {GatewayUnavailable} | {PaymentUndecided} | {PaymentKeysUnknown} the payment may still be paid, so nothing
 *   changed
 */
export async function endUnpaidOrder(deps: PaymentDeps, closer: Closer, orderId: string): Promise<void> {
  const { db, clock } = deps
  for (let round = 0; round < maxRounds; round += 1) {
    const order = await orderWithLiveAttempt(db, orderId)
    if (!order) throw new NotFound()
    if (order.status !== 'DIPROSES') return
    const { attempt_id: attemptId, snap_token: token, amount, key_set_id: keySetId, is_sent: isSent } = order
    let report: PaymentReport | undefined
    if (attemptId !== null && amount !== null) {
      const closed = await closeAs(deps, closer, { id: attemptId, amount, token, isSent, keySetId })
      report = closed.report
      if (report && !closed.mayEnd) {
        await applyReport(deps, { attemptId, report })
        if (report.state === 'unknown') throw new PaymentUndecided(`payment ${attemptId} is ${report.gatewayState}`)
        return
      }
    }
    const ended = await transact(db, async (tx) => {
      const locked = await lockOrder(tx, orderId)
      const current = await orderWithLiveAttempt(tx, orderId)
      // The order was paid, cancelled, or got a new attempt or token while the gateway was asked: start again.
      if (locked?.status !== 'DIPROSES' || current?.attempt_id !== attemptId || current.snap_token !== token)
        return false
      const now = clock()
      const status = closer === 'system' ? 'KADALUARSA' : 'DIBATALKAN'
      if (attemptId !== null && !(await endAttempt(tx, { id: attemptId, status, closed: { token } }))) return false
      await cancelUnpaid(tx, closer, locked, now)
      if (attemptId !== null && report) await applyInTransaction(tx, { attemptId, report }, now)
      return true
    })
    if (ended) return
  }
  throw new PaymentUndecided(`order ${orderId} keeps changing`)
}

interface LiveAttempt {
  id: string
  amount: number
  token: string | null
  isSent: boolean
  keySetId: string | null
}

/**
 * Close a payment at the gateway. Meanwhile the attempt names the actor, because the gateway's notification of the
 * cancellation may arrive before this returns.
 */
async function closeAs(deps: PaymentDeps, closer: Closer, attempt: LiveAttempt): Promise<Closed> {
  const setCloser = (by: Closer | null) =>
    deps.db
      .updateTable('payment_attempts')
      .set({
        closing_actor: by && actorOf(by),
        closing_admin: by === null || typeof by === 'string' ? null : by.id,
      })
      .where('id', '=', attempt.id)
      .where('status', '=', 'PENDING')
      .execute()
  let mayEnd = false
  await setCloser(closer)
  try {
    const gateway = await deps.gateways.of(attempt.keySetId)
    const closed = await (typeof closer === 'string'
      ? closeAtGateway(gateway, attempt)
      : closeForAdmin({ ...deps, gateway }, closer, attempt))
    mayEnd = closed.mayEnd
    return closed
  } finally {
    if (!mayEnd) await setCloser(null)
  }
}

/** Only a payment of the right amount, or a silent gateway, stops an administrator. */
async function closeForAdmin(
  { gateway, log }: Pick<PaymentDeps, 'log'> & { gateway: Gateway },
  by: Administrator,
  attempt: LiveAttempt,
): Promise<Closed> {
  const ignoreUndecided = (error: unknown): undefined => {
    if (!(error instanceof PaymentUndecided)) throw error
    log.warn({ err: error, attemptId: attempt.id, by: by.id }, 'ended although the gateway leaves the payment open')
  }
  const closed = await closeAtGateway(gateway, attempt).catch(ignoreUndecided)
  if (!closed?.report) return { mayEnd: true }
  const { report } = closed
  if (report.state === 'settled') return { mayEnd: !matchesAttempt(attempt, report), report }
  const { id, token } = attempt
  if (!report.state.endsWith('refunded')) await closePayment(gateway, { id, snap_token: token }).catch(ignoreUndecided)
  return { mayEnd: true, report }
}
