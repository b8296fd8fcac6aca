/** Writes the gateway's reports of payments into their attempts. */
import { isDeepStrictEqual } from 'node:util'
import type { PaymentReport } from '@camilan/midtrans/wire'
import { type RawBuilder, sql } from 'kysely'
import {
  type LockedOrder,
  type TransitionValues,
  transitionOrders,
  transitionWrite,
} from '../../orders/change/transition-order.ts'
import { days, earlier, later, minutes } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
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

/** The money of these attempts has arrived and pays their orders, whose rows are locked. */
export async function payOrders(
  tx: Tx,
  paid: readonly (ReportedAttempt & { order: LockedOrder })[],
  now: Date,
): Promise<void> {
  const payments = paymentColumns(paid, { paysOrder: true, now })
  const write = (values: TransitionValues) => writeAll(tx, { ...values, ...payments })
  await transitionOrders(tx, 'gateway', { orders: paid.map(({ order }) => order), status: 'DIBAYAR', write }, now)
}

/** One statement for the payments and the change of their orders to DIBAYAR. */
const writeAll = fixedStatement((tx: Tx, values: TransitionValues & PaymentColumns) =>
  transitionWrite(tx, 'DIBAYAR', values, [receivedWrite(values.payments), paymentsWrite(values)]),
)

/** The attempt's money has arrived, and pays nothing. */
export async function receive(tx: Tx, reported: ReportedAttempt, now: Date): Promise<void> {
  const columns = paymentColumns([reported], { paysOrder: false, now })
  await oneStatement([receivedWrite(columns.payments)], paymentsWrite(columns)).execute(tx)
  const { attempt, report } = reported
  if (attempt.status !== 'SUKSES' || report.amount === null) return
  await bookMore(tx, attempt, { amountIdr: report.amount - receivedBy(attempt), totalIdr: report.amount }, now)
}

type PaymentColumns = ReturnType<typeof paymentColumns>

/** The values that arrived payments write into their attempts, as JSON with a row for each. */
function paymentColumns(reported: readonly ReportedAttempt[], { paysOrder, now }: { paysOrder: boolean; now: Date }) {
  const payments = reported.map(({ attempt, report, booking }) => ({
    id: attempt.id,
    paid_at: report.settledAt ?? now,
    received_amount: report.amount === attempt.amount ? null : report.amount,
    ...detailsOf(attempt, report),
    ...booking,
  }))
  return { payments: JSON.stringify(payments), paysOrder }
}

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

/** Make attempts SUKSES. The payment ends an earlier alert of its attempt: a later one is notified again. */
function paymentsWrite({ payments, paysOrder }: PaymentColumns): RawBuilder<unknown> {
  return sql`
    update payment_attempts
    set status = 'SUKSES', pays_order = ${paysOrder}::boolean, paid_at = payment.paid_at,
      received_amount = payment.received_amount, va_number = payment.va_number, payment_type = payment.payment_type,
      transaction_id = payment.transaction_id, used_method = payment.used_method, biller_code = payment.biller_code,
      bill_key = payment.bill_key, payment_code = payment.payment_code, acquirer = payment.acquirer,
      issuer = payment.issuer, mismatch_told_at = null, alert_level = 0, reversed_at = null, reversed_state = null
    from jsonb_to_recordset(${payments}::jsonb) as payment (id text, paid_at timestamptz, received_amount bigint,
      va_number text, payment_type text, transaction_id text, used_method text, biller_code text, bill_key text,
      payment_code text, acquirer text, issuer text)
    where payment_attempts.id = payment.id`
}
