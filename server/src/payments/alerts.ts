/** Notifications to the administrators about payments that they have to look up in the gateway's dashboard. */
import { notify } from '../notifications/notify.ts'
import type { Tx } from '../platform/db/db.ts'
import type { PaymentReport } from './gateway-wire.ts'
import type { AttemptRow } from './queries.ts'

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

/** The report is of another payment, or of another amount. */
export async function alertMismatch(tx: Tx, attempt: AttemptRow, report: PaymentReport, now: Date): Promise<void> {
  if (!(await claimAlert(tx, attempt, unclear, now))) return
  const { order_id: orderId, amount: expectedIdr } = attempt
  await notify(tx, [{ kind: 'amount-differs', to: 'admins', orderId, expectedIdr, reportedIdr: report.amount }], now)
}

/** The order is overdue and the state of its payment is unknown, so only an administrator can end it. */
export async function alertUnclear(
  tx: Tx,
  attempt: AttemptRow,
  { gatewayState }: PaymentReport,
  now: Date,
): Promise<void> {
  if (!(await claimAlert(tx, attempt, unclear, now))) return
  await notify(tx, [{ kind: 'payment-unclear', to: 'admins', orderId: attempt.order_id, gatewayState }], now)
}

/** Money that the shop had counted or expected was taken back. */
export async function alertReversal(
  tx: Tx,
  attempt: AttemptRow,
  { gatewayState }: PaymentReport,
  now: Date,
): Promise<void> {
  const level = reversals.get(gatewayState?.toLowerCase() ?? '') ?? usualReversal
  if (!(await claimAlert(tx, attempt, level, now))) return
  await notify(tx, [{ kind: 'payment-reversed', to: 'admins', orderId: attempt.order_id, gatewayState }], now)
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
