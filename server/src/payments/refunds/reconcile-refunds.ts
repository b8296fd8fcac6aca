import type { PaymentReport, ReportedRefund } from '@camilan/midtrans/wire'
import type { Tx } from '../../platform/db/db.ts'
import type { AttemptRow } from '../attempts/queries.ts'
import { type RefundRow, refundsOfAttempt } from './refund-rows.ts'
import { tellBuyer } from './tell-buyer.ts'

type Paid = Pick<AttemptRow, 'id' | 'order_id' | 'amount' | 'received_amount'>

interface Reconciliation {
  tx: Tx
  attempt: Paid
  rows: RefundRow[]
  now: Date
}

/** Whether the report is one of refunds; a chargeback or a denial is not. */
export const isOfRefunds = ({ gatewayState }: Pick<PaymentReport, 'gatewayState'>) =>
  /^(partial_)?refund$/i.test(gatewayState ?? '')

/**
 * Compare the refunds that the gateway reports for a paid attempt with ours. Those with our key were made. Others were
 * made at the gateway's dashboard: they settle a refund that is due, or become rows. Repeated reports change nothing.
 * The attempt's order is locked.
 * @returns the rupiah that nobody decided in the shop; null if the report does not say what was refunded
 */
export async function reconcileRefunds(
  tx: Tx,
  attempt: Paid,
  report: PaymentReport,
  now: Date,
): Promise<number | null> {
  const context = { tx, attempt, rows: await refundsOfAttempt(tx, attempt.id), now }
  const all = refundsIn(report, context.rows)
  if (all.length === 0 && !context.rows.some(wasMade)) return null
  let unplannedIdr = 0
  for (const reported of all) {
    const known = context.rows.find(({ refund_key }) => refund_key === keyOf(reported))
    if (!known) unplannedIdr += await recordOutside(context, reported)
    else {
      // A transfer by hand and the gateway have both paid it.
      if (known.way === 'hand' && known.gateway_id === null) unplannedIdr += known.amount_idr
      await recordMade(tx, known, { reported, way: 'gateway' }, now)
    }
  }
  return unplannedIdr
}

/** Samples of the gateway differ: where the list is missing, it is made from the sum. */
function refundsIn(report: PaymentReport, rows: readonly RefundRow[]): ReportedRefund[] {
  if (report.refunds.length > 0) return report.refunds
  const made = rows.filter(wasMade)
  const total = report.refundedAmount ?? (report.gatewayState?.toLowerCase() === 'refund' ? report.amount : null)
  const amountIdr = (total ?? 0) - made.reduce((sum, { amount_idr }) => sum + amount_idr, 0)
  if (amountIdr <= 0) return []
  const asked = rows.find((row) => row.state === 'asked' && row.amount_idr === amountIdr)
  return [{ key: asked?.refund_key ?? `midtrans-total-${total}`, id: null, amountIdr, at: null, confirmedAt: null }]
}

/** At the gateway. */
const wasMade = ({ state, way }: RefundRow) => state === 'done' && way !== 'hand'

const keyOf = ({ key, id }: ReportedRefund) => key ?? `midtrans-${id}`

interface Made {
  reported: ReportedRefund
  way: 'gateway' | 'outside'
}

/** The refund was made, and perhaps confirmed by the bank since. Its buyer is told once. */
export async function recordMade(tx: Tx, row: RefundRow, { reported, way }: Made, now: Date): Promise<void> {
  const gateway = {
    refund_key: keyOf(reported),
    gateway_id: row.gateway_id ?? reported.id ?? keyOf(reported),
    bank_confirmed_at: row.bank_confirmed_at ?? reported.confirmedAt,
  }
  const made = {
    state: 'done',
    way,
    done_at: reported.at ?? now,
    done_by: way === 'gateway' ? row.asked_by : null,
    refused: null,
  } as const
  const isNew = row.state !== 'done'
  await tx
    .updateTable('refunds')
    .set(isNew ? { ...gateway, ...made } : gateway)
    .where('id', '=', row.id)
    .execute()
  Object.assign(row, gateway, isNew ? made : {})
  if (isNew) await tellBuyer(tx, { kind: 'refund-made', orderId: row.order_id, amountIdr: row.amount_idr }, now)
}

/** @returns the rupiah that nobody decided in the shop */
async function recordOutside(context: Reconciliation, reported: ReportedRefund): Promise<number> {
  const { tx, attempt, rows, now } = context
  const { amountIdr } = reported
  if (amountIdr === null || amountIdr <= 0) return 0
  const isSame = (row: RefundRow) => row.amount_idr === amountIdr && row.gateway_id === null
  const planned =
    rows.find((row) => isSame(row) && row.state === 'due') ?? rows.find((row) => isSame(row) && row.way === 'hand')
  if (planned) {
    await recordMade(tx, planned, { reported, way: 'outside' }, now)
    return 0
  }
  const paid = attempt.received_amount ?? attempt.amount
  const room = paid - rows.reduce((sum, { amount_idr }) => sum + amount_idr, 0)
  const missing = amountIdr - room
  if (missing > 0) {
    const due = rows.find((row) => row.state === 'due' && row.amount_idr >= missing)
    if (!due) return amountIdr
    const isAll = due.amount_idr === missing
    due.amount_idr = isAll ? amountIdr : due.amount_idr - missing
    await tx.updateTable('refunds').set({ amount_idr: due.amount_idr }).where('id', '=', due.id).execute()
    if (isAll) {
      await recordMade(tx, due, { reported, way: 'outside' }, now)
      return room
    }
  }
  const row = await tx
    .insertInto('refunds')
    .values({
      attempt_id: attempt.id,
      order_id: attempt.order_id,
      amount_idr: amountIdr,
      reason: 'OUTSIDE',
      refund_key: keyOf(reported),
      state: 'done',
      way: 'outside',
      due_at: reported.at ?? now,
      done_at: reported.at ?? now,
      gateway_id: reported.id,
      bank_confirmed_at: reported.confirmedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  rows.push(row)
  await tellBuyer(tx, { kind: 'refund-made', orderId: row.order_id, amountIdr }, now)
  return missing > 0 ? room : amountIdr
}
