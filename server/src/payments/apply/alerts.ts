/** Reports of payments that an administrator has to look at: they are stored until dealt with, and notified once. */
import type { MatterKind } from '@camilan/contract/money-values'
import type { PaymentReport } from '@camilan/midtrans/wire'
import type { LockedOrder } from '../../orders/change/transition-order.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { AttemptRow } from '../attempts/queries.ts'
import { readBalance } from '../book/entries.ts'

/** A report that differs from the attempt, or has an unknown state. */
const unclear = 1
/** How serious it is that money was taken back, by the gateway's state. */
const reversals = new Map([
  ['partial_refund', 2],
  ['partial_chargeback', 4],
  ['chargeback', 5],
])
/** A refund, or a settlement that was cancelled. */
const usualReversal = 3

interface Reported {
  order: LockedOrder
  attempt: AttemptRow
  report: PaymentReport
}

/** The report is of another payment, or of another amount. */
export async function alertMismatch(tx: Tx, { attempt, report }: Reported, now: Date): Promise<void> {
  await storeMatter(tx, { kind: 'other-amount', attempt, report }, now)
  if (!(await claimAlert(tx, attempt, unclear, now))) return
  const { order_id: orderId, amount: expectedIdr } = attempt
  await notify(tx, [{ kind: 'amount-differs', to: 'admins', orderId, expectedIdr, reportedIdr: report.amount }], now)
}

/** The order is overdue and the state of its payment is unknown, so only an administrator can end it. */
export async function alertUnclear(tx: Tx, { attempt, report }: Reported, now: Date): Promise<void> {
  await storeMatter(tx, { kind: 'unclear', attempt, report }, now)
  if (!(await claimAlert(tx, attempt, unclear, now))) return
  const { order_id: orderId } = attempt
  await notify(tx, [{ kind: 'payment-unclear', to: 'admins', orderId, gatewayState: report.gatewayState }], now)
}

/**
 * Money is gone that the shop had counted: the administrators are notified, once unless it gets worse. If more
 * than a part went and the shop is owed money, the order is held: it can't be shipped until an administrator releases it.
 */
export async function tellReversal(tx: Tx, { order, attempt, report }: Reported, now: Date): Promise<void> {
  const { gatewayState } = report
  const state = gatewayState?.toLowerCase() ?? ''
  const isPart = state.startsWith('partial_')
  // Without a sum in the book, a person has to look.
  const isNamed = report.refundedAmount !== null || report.refunds.length > 0
  if (isPart && (!isNamed || state !== 'partial_refund')) {
    await storeMatter(
      tx,
      { kind: 'partly-withdrawn', attempt, report: { ...report, amount: report.refundedAmount } },
      now,
    )
  }
  const isWorse = await claimAlert(tx, attempt, reversals.get(state) ?? usualReversal, now)
  if (!isWorse && (isPart || attempt.reversed_at !== null)) return
  if (!isPart) await writeReversal(tx, attempt, { reversed_at: now, reversed_state: gatewayState })
  const isHeld = !isPart && order.status !== 'DIBATALKAN' && (await readBalance(tx, order.id)).due < 0
  if (isHeld) await tx.updateTable('orders').set({ payment_hold_at: now }).where('id', '=', order.id).execute()
  await notify(tx, [{ kind: 'payment-reversed', to: 'admins', orderId: order.id, gatewayState, isHeld }], now)
}

/** Money that was taken back has arrived again. The order stays held until an administrator has looked at it. */
export async function tellRestored(tx: Tx, { order, attempt }: Pick<Reported, 'order' | 'attempt'>, now: Date) {
  const noAlert = { mismatch_told_at: null, alert_level: 0 }
  await writeReversal(tx, attempt, { reversed_at: null, reversed_state: null, ...noAlert })
  await notify(tx, [{ kind: 'payment-restored', to: 'admins', orderId: order.id }], now)
}

async function writeReversal(
  tx: Tx,
  { id }: AttemptRow,
  columns: Partial<Pick<AttemptRow, 'reversed_at' | 'reversed_state' | 'mismatch_told_at' | 'alert_level'>>,
): Promise<void> {
  await tx.updateTable('payment_attempts').set(columns).where('id', '=', id).execute()
}

/** The report is listed until it is dealt with. A repeated one keeps its first time. */
async function storeMatter(
  tx: Tx,
  { kind, attempt, report }: Omit<Reported, 'order'> & { kind: MatterKind },
  now: Date,
): Promise<void> {
  const { amount: matter_amount, gatewayState: matter_state } = report
  const { matter_kind, matter_amount: amount, matter_state: state } = attempt
  if (matter_kind === kind && amount === matter_amount && state === matter_state) return
  await tx
    .updateTable('payment_attempts')
    .set({ matter_kind: kind, matter_at: now, matter_amount, matter_state })
    .where('id', '=', attempt.id)
    .execute()
}

/** @returns false if the administrators were notified of something as serious before, because reports repeat every minute */
async function claimAlert(tx: Tx, { id }: AttemptRow, level: number, now: Date): Promise<boolean> {
  const claimed = await tx
    .updateTable('payment_attempts')
    .set({ mismatch_told_at: now, alert_level: level })
    .where('id', '=', id)
    .where('alert_level', '<', level)
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}
