/** Writes the gateway's reports of payments into their attempts. */
import { isDeepStrictEqual } from 'node:util'
import type { PaymentReport } from '@camilan/midtrans/wire'
import { type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import {
  type LockedOrder,
  type TransitionValues,
  transitionOrders,
  transitionWrite,
} from '../../orders/change/transition-order.ts'
import { days, earlier, later, minutes } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { oneStatement } from '../../platform/db/one-statement.ts'
import type { AttemptRow } from '../attempts/queries.ts'
import { bookMore, receivedWrite } from '../book/entries.ts'
import type { Situation } from './decide.ts'

/** Whether the report is of this attempt. A payment that came without order may have the id of its transaction. */
export const isOfAttempt = (
  { id }: Pick<AttemptRow, 'id'>,
  { orderId, transactionId }: Pick<PaymentReport, 'orderId' | 'transactionId'>,
): boolean => orderId === id || transactionId === id

/** Whether the report has this attempt's id, exact amount and currency. The signature of a notification does not prove that. */
export function matchesAttempt(
  attempt: Pick<AttemptRow, 'id' | 'amount'>,
  report: Pick<PaymentReport, 'orderId' | 'transactionId' | 'amount' | 'currency'>,
): boolean {
  return isOfAttempt(attempt, report) && report.amount === attempt.amount && isRupiah(report)
}

export const isRupiah = ({ currency }: Pick<PaymentReport, 'currency'>) => (currency ?? 'IDR') === 'IDR'

export interface Booking {
  actor: string
  note: string
  booked_at: Date
  /** How often the money was assigned before, and that was taken back. */
  times: number
}

interface ReportedAttempt {
  attempt: AttemptRow
  report: PaymentReport
  /** Who has said that the money belongs to this order, and why. */
  booking?: Booking | undefined
}

/** Whether the report is of another transaction than the last one that the shop knows of this attempt. */
const isOtherTransaction = (attempt: Pick<AttemptRow, 'transaction_id'>, { transactionId }: PaymentReport) =>
  attempt.transaction_id !== null && transactionId !== null && attempt.transaction_id !== transactionId

interface InSituation {
  order: Pick<LockedOrder, 'status'>
  attempt: AttemptRow
  report: PaymentReport
  /** Its money had been taken back when the gateway was asked. */
  wasTakenBack?: boolean
  isOverdue?: boolean
}

/** The money of a paid attempt that had arrived, in whole rupiah. */
const receivedBy = ({ received_amount, amount }: AttemptRow) => received_amount ?? amount

/** That in which a report is decided about. */
export const situationOf = (reported: InSituation): Situation => {
  const { order, attempt, report, wasTakenBack = false, isOverdue = false } = reported
  return {
    order: order.status,
    attempt: attempt.status,
    isOverdue,
    isReplaced: attempt.replaced_at !== null,
    isOtherTransaction: isOtherTransaction(attempt, report),
    isTakenBack: wasTakenBack && attempt.reversed_at !== null,
    isMore: !attempt.pays_order && (report.amount ?? 0) > receivedBy(attempt),
  }
}

/**
 * Store the details in a report of an unpaid attempt, such as the number of its virtual account. Of a transaction that
 * has ended only its id is stored.
 * @returns whether they differ from the stored ones
 */
export async function saveDetails(
  tx: Tx,
  { order, attempt, report }: ReportedAttempt & { order: LockedOrder },
  now: Date,
): Promise<boolean> {
  const isOpen = report.state === 'pending'
  const details = isOpen ? pendingDetails(order, attempt, report) : { transaction_id: report.transactionId }
  const replacedBefore = earlier(now, cancellationMs)
  const isOver = isOpen && attempt.replaced_at !== null && attempt.replaced_at <= replacedBefore
  const isKnown = ([name, value]: [string, unknown]) => isDeepStrictEqual(value, attempt[name as keyof AttemptRow])
  if (!isOver && Object.entries(details).every(isKnown)) return false
  const update = tx.updateTable('payment_attempts').set(details).where('id', '=', attempt.id)
  // By the row as it is now: a change of the method marks it without the order's lock.
  const replaced = sql<Date | null>`case when replaced_at > ${replacedBefore} then replaced_at end`
  await (isOver ? update.set({ replaced_at: replaced }) : update).execute()
  return true
}

/** Until a transaction has a time of its own, its order's counts. */
function pendingDetails(order: LockedOrder, attempt: AttemptRow, report: PaymentReport) {
  const former = isOtherTransaction(attempt, report) ? order : attempt
  return { ...detailsOf(attempt, report), expires_at: ownTime(attempt, report) ?? former.expires_at }
}

/**
 * The gateway has cancelled a payment long before this, or has not received the request: if it is open so long after,
 * the attempt is not being replaced any more.
 */
const cancellationMs = minutes(5)

/** The longest life of a payment at Midtrans. */
const longestLifeMs = days(180)

/** The end of the chosen method's own time, unless the gateway's clock or answer is wrong. */
function ownTime({ created_at }: AttemptRow, { expiresAt }: PaymentReport): Date | null {
  const isPlausible = expiresAt !== null && expiresAt > created_at && expiresAt <= later(created_at, longestLifeMs)
  return isPlausible ? expiresAt : null
}

/** The money of an attempt has arrived and pays its order, whose row is locked. */
export async function payOrder(tx: Tx, paid: ReportedAttempt & { order: LockedOrder }, now: Date): Promise<void> {
  const write = async (values: TransitionValues) => {
    const statement = transitionWrite(tx, 'DIBAYAR', values, arrivalWrites(tx, paid, { paysOrder: true }, now))
    return (await statement.execute(tx)).rows
  }
  await transitionOrders(tx, 'gateway', { orders: [paid.order], status: 'DIBAYAR', write }, now)
}

/** The attempt's money has arrived, and pays nothing. */
export async function receive(tx: Tx, reported: ReportedAttempt, now: Date): Promise<void> {
  const [booked, update] = arrivalWrites(tx, reported, { paysOrder: false }, now)
  await oneStatement([booked], sql`${update}`).execute(tx)
  const { attempt, report } = reported
  if (attempt.status !== 'SUKSES' || report.amount === null) return
  await bookMore(tx, attempt, { amountIdr: report.amount - receivedBy(attempt), totalIdr: report.amount }, now)
}

/** The entry of the book, and the attempt becomes SUKSES. It ends an earlier alert of the attempt: a later one is told again. */
function arrivalWrites(
  tx: Tx,
  { attempt, report, booking }: ReportedAttempt,
  { paysOrder }: { paysOrder: boolean },
  now: Date,
): [RawBuilder<unknown>, OperationNodeSource] {
  const payment = {
    paid_at: report.settledAt ?? now,
    received_amount: report.amount === attempt.amount ? null : report.amount,
    ...detailsOf(attempt, report),
  }
  const update = tx
    .updateTable('payment_attempts')
    .set({ status: 'SUKSES', pays_order: paysOrder, ...payment, ...noAlert })
    .where('id', '=', attempt.id)
  return [receivedWrite({ id: attempt.id, ...payment, ...booking }), update]
}

const noAlert = { mismatch_told_at: null, alert_level: 0, reversed_at: null, reversed_state: null }

/** Fields that are null in the report keep their values, if it is of the same transaction. */
function detailsOf(attempt: AttemptRow, report: PaymentReport) {
  const known = isOtherTransaction(attempt, report) ? undefined : attempt
  return {
    va_number: report.vaNumber ?? known?.va_number ?? null,
    payment_type: report.paymentType ?? known?.payment_type ?? null,
    transaction_id: report.transactionId ?? attempt.transaction_id,
    used_method: report.method ?? known?.used_method ?? null,
    biller_code: report.billerCode ?? known?.biller_code ?? null,
    bill_key: report.billKey ?? known?.bill_key ?? null,
    payment_code: report.paymentCode ?? known?.payment_code ?? null,
    acquirer: report.acquirer ?? known?.acquirer ?? null,
    issuer: report.issuer ?? known?.issuer ?? null,
  }
}
