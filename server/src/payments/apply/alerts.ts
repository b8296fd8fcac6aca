/** Reports of payments that an administrator has to look at: they are stored until dealt with, and notified once. */
import type { MatterKind } from '@camilan/contract/money-values'
import type { PaymentReport, PaymentState } from '@camilan/midtrans/wire'
import type { LockedOrder } from '../../orders/change/transition-order.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { AttemptRow } from '../attempts/queries.ts'
import { readBalance } from '../book/entries.ts'

/** How serious a report is; by default that of a refund, or of a settlement that was cancelled. */
const levels: Partial<Record<PaymentState, number>> = {
  unknown: 1,
  'partly-refunded': 2,
  'partly-charged-back': 4,
  'charged-back': 5,
}
const usualLevel = 3

interface Reported {
  order: LockedOrder
  attempt: AttemptRow
  report: PaymentReport
}

/** The report is of another payment, or of another amount. */
export async function alertMismatch(tx: Tx, { attempt, report }: Omit<Reported, 'order'>, now: Date): Promise<void> {
  await storeMatter(tx, { kind: 'other-amount', attempt, report }, now)
  if (!(await claimAlert(tx, attempt, 'unknown', now))) return
  const { order_id: orderId, amount: expectedIdr } = attempt
  await notify(tx, [{ kind: 'amount-differs', to: 'admins', orderId, expectedIdr, reportedIdr: report.amount }], now)
}

/** The order is overdue and the state of its payment is unknown, so only an administrator can end it. */
export async function alertUnclear(tx: Tx, { attempt, report }: Reported, now: Date): Promise<void> {
  await storeMatter(tx, { kind: 'unclear', attempt, report }, now)
  if (!(await claimAlert(tx, attempt, 'unknown', now))) return
  const { order_id: orderId } = attempt
  await notify(tx, [{ kind: 'payment-unclear', to: 'admins', orderId, gatewayState: report.gatewayState }], now)
}

/** Money is gone that the shop had counted: the administrators are notified, once unless it gets worse. */
export async function alertGone(tx: Tx, { order, attempt, report }: Reported, now: Date): Promise<void> {
  const { state, gatewayState, refundedAmount, refunds } = report
  const isPart = state === 'partly-refunded' || state === 'partly-charged-back'
  const isNamed = state === 'partly-refunded' && (refundedAmount !== null || refunds.length > 0)
  if (isPart && !isNamed) {
    const gone = { ...report, amount: refundedAmount }
    await storeMatter(tx, { kind: 'partly-withdrawn', attempt, report: gone }, now)
  }
  const isWorse = await claimAlert(tx, attempt, state, now)
  if (!isWorse && (isPart || attempt.reversed_at !== null)) return
  const isHeld = !isPart && (await markTakenBack(tx, { order, attempt, report }, now))
  await notify(tx, [{ kind: 'payment-reversed', to: 'admins', orderId: order.id, gatewayState, isHeld }], now)
}

/**
 * All that the gateway had of a payment is gone. If the shop is owed money, the order is stopped: it can't be shipped until an
 * administrator releases it. @returns whether it was stopped
 */
async function markTakenBack(tx: Tx, { order, attempt, report }: Reported, now: Date): Promise<boolean> {
  await writeMarks(tx, attempt, { reversed_at: now, reversed_state: report.gatewayState })
  if (order.status === 'DIBATALKAN' || (await readBalance(tx, order.id)).due >= 0) return false
  await tx.updateTable('orders').set({ payment_hold_at: now }).where('id', '=', order.id).execute()
  return true
}

/** Money that was taken back has arrived again. A stopped order stays so until an administrator has looked at it. */
export async function tellRestored(tx: Tx, { order, attempt }: Pick<Reported, 'order' | 'attempt'>, now: Date) {
  const noAlert = { mismatch_told_at: null, alert_level: 0 }
  await writeMarks(tx, attempt, { reversed_at: null, reversed_state: null, ...noAlert })
  await notify(tx, [{ kind: 'payment-restored', to: 'admins', orderId: order.id }], now)
}

const writeMarks = (tx: Tx, { id }: AttemptRow, marks: Partial<AttemptRow>) =>
  tx.updateTable('payment_attempts').set(marks).where('id', '=', id).execute()

/** The report is listed until it is dealt with. A repeated one keeps its first time. */
async function storeMatter(
  tx: Tx,
  { kind, attempt, report }: Omit<Reported, 'order'> & { kind: MatterKind },
  now: Date,
): Promise<void> {
  const { amount: matter_amount, gatewayState: matter_state } = report
  const { matter_kind, matter_amount: amount, matter_state: state } = attempt
  if (matter_kind === kind && amount === matter_amount && state === matter_state) return
  await writeMarks(tx, attempt, { matter_kind: kind, matter_at: now, matter_amount, matter_state })
}

/** @returns false if the administrators were notified of something as serious before, because reports repeat every minute */
async function claimAlert(tx: Tx, { id }: AttemptRow, state: PaymentState, now: Date): Promise<boolean> {
  const level = levels[state] ?? usualLevel
  const claimed = await tx
    .updateTable('payment_attempts')
    .set({ mismatch_told_at: now, alert_level: level })
    .where('id', '=', id)
    .where('alert_level', '<', level)
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}
