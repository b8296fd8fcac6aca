import type { PaymentReport, ReportedRefund } from '@camilan/midtrans/wire'
import type { Tx } from '../../../platform/db/db.ts'
import type { AttemptRow } from '../../attempts/queries.ts'
import { bookGivenBack, moneyAtGateway } from '../../book/entries.ts'
import { openDue, type RefundRow, refundsOfAttempt } from '../refund-rows.ts'
import { tellBuyer } from '../tell-buyer.ts'

type Paid = Pick<AttemptRow, 'id' | 'order_id'>

/**
 * Book the refunds that the gateway reports for a payment, whose order is locked. Those with our key were made. Others were
 * made at the gateway's dashboard: they settle what is due, or stand alone. Repeated reports change nothing.
 * @returns the rupiah that are new; null if the report does not say what was refunded
 */
export async function reconcileRefunds(
  tx: Tx,
  attempt: Paid,
  report: PaymentReport,
  now: Date,
): Promise<number | null> {
  const rows = await refundsOfAttempt(tx, attempt.id)
  const known = await moneyAtGateway(tx, attempt.id)
  const all = refundsIn(report, rows, known.given)
  if (!all) return null
  // Of a list that comes after its sum, only what exceeds the sum is new. What was taken back can't be given back, too.
  const newInAll = Math.min(Math.max(all.total - known.given, 0), Math.max(known.held, 0))
  let room = newInAll
  for (const reported of all.refunds.toSorted(byOwnKey(rows))) {
    const key = keyOf(reported)
    const row = rows.find(({ refund_key }) => refund_key === key)
    const knownIdr = known.givenBy(key)
    const newIdr = Math.min((reported.amountIdr ?? 0) - knownIdr, room)
    if (newIdr > 0) {
      room -= newIdr
      const way = row ? 'gateway' : 'dashboard'
      const due = await openDue(tx, attempt.order_id)
      const given = { key, amountIdr: knownIdr + newIdr, way, actor: row?.asked_by ?? null } as const
      await bookGivenBack(tx, attempt, { ...given, at: reported.at ?? now })
      if (!row) await nameOutside(tx, attempt, { reported, amountIdr: newIdr, due }, now)
    }
    if (row && knownIdr + Math.max(newIdr, 0) > 0) await recordMade(tx, row, { reported, way: 'gateway' }, now)
  }
  return newInAll - room
}

const byOwnKey = (rows: readonly RefundRow[]) => (one: ReportedRefund, other: ReportedRefund) =>
  Number(rows.some((row) => row.refund_key === keyOf(other))) -
  Number(rows.some((row) => row.refund_key === keyOf(one)))

/** Samples of the gateway differ: where the list is missing, what is new is the rest of the sum. */
function refundsIn(report: PaymentReport, rows: readonly RefundRow[], knownIdr: number) {
  const { refunds } = report
  if (refunds.length > 0) return { refunds, total: refunds.reduce((sum, { amountIdr }) => sum + (amountIdr ?? 0), 0) }
  const total = report.refundedAmount ?? (report.state === 'refunded' ? report.amount : null)
  if (total === null) return null
  const amountIdr = total - knownIdr
  const asked = rows.find((row) => row.state === 'asked' && row.amount_idr === amountIdr)
  const rest = { key: asked?.refund_key ?? `midtrans-total-${total}`, id: null, amountIdr, at: null, confirmedAt: null }
  return { refunds: amountIdr > 0 ? [rest] : [], total }
}

const keyOf = ({ key, id }: ReportedRefund) => key ?? `midtrans-${id}`

interface Made {
  reported: ReportedRefund
  way: 'gateway' | 'outside'
}

/** The refund was made, and perhaps confirmed by the bank since. Its buyer is told once. */
export async function recordMade(tx: Tx, row: RefundRow, { reported, way }: Made, now: Date): Promise<void> {
  const gateway = {
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

interface Outside {
  reported: ReportedRefund
  amountIdr: number
  /** The promises that were due before it. */
  due: Awaited<ReturnType<typeof openDue>>
}

/**
 * Lay a refund at the dashboard on the promises that were due: on the one of the same amount, best of the same payment, else
 * on the oldest. It names the payment that it took from. What exceeds them becomes a row of its own.
 */
async function nameOutside(tx: Tx, attempt: Paid, { reported, amountIdr, due }: Outside, now: Date): Promise<void> {
  const equals = due.filter(({ due_idr }) => due_idr === amountIdr)
  const equal = equals.find(({ row }) => row.attempt_id === attempt.id) ?? equals[0]
  let rest = amountIdr
  for (const { row, due_idr } of equal ? [equal] : due) {
    if (due_idr <= rest) {
      rest -= due_idr
      const settled = { amount_idr: due_idr, attempt_id: attempt.id }
      await tx.updateTable('refunds').set(settled).where('id', '=', row.id).execute()
      await recordMade(tx, { ...row, ...settled }, { reported, way: 'outside' }, now)
    } else if (rest > 0) {
      await tx
        .updateTable('refunds')
        .set({ amount_idr: row.amount_idr - rest })
        .where('id', '=', row.id)
        .execute()
      break
    }
  }
  if (rest === 0) return
  await tx
    .insertInto('refunds')
    .values({
      attempt_id: attempt.id,
      order_id: attempt.order_id,
      amount_idr: rest,
      reason: 'OUTSIDE',
      refund_key: keyOf(reported),
      state: 'done',
      way: 'outside',
      due_at: reported.at ?? now,
      done_at: reported.at ?? now,
      gateway_id: reported.id ?? keyOf(reported),
      bank_confirmed_at: reported.confirmedAt,
    })
    .execute()
  await tellBuyer(tx, { kind: 'refund-made', orderId: attempt.order_id, amountIdr: rest }, now)
}
