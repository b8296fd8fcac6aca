/** Writes what the gateway reports of payments into their attempts. */
import { sql } from 'kysely'
import {
  type LockedOrder,
  type TransitionValues,
  transitionOrders,
  transitionWrite,
} from '../orders/transition-order.ts'
import type { Tx } from '../platform/db/db.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'
import type { PaymentReport } from './gateway-wire.ts'
import type { AttemptRow } from './queries.ts'

/** Whether the report has this attempt's id, exact amount and currency. The signature of a notification does not prove that. */
export function matchesAttempt(
  attempt: Pick<AttemptRow, 'id' | 'amount'>,
  report: Pick<PaymentReport, 'orderId' | 'amount' | 'currency'>,
): boolean {
  return report.orderId === attempt.id && report.amount === attempt.amount && isRupiah(report)
}

export const isRupiah = ({ currency }: Pick<PaymentReport, 'currency'>) => (currency ?? 'IDR') === 'IDR'

interface ReportedAttempt {
  attempt: AttemptRow
  report: PaymentReport
}

/** Store what a report of an unpaid attempt says of it, such as the number of its virtual account. */
export async function saveDetails(tx: Tx, { attempt, report }: ReportedAttempt): Promise<void> {
  await tx.updateTable('payment_attempts').set(detailsOf(attempt, report)).where('id', '=', attempt.id).execute()
}

/** The money of these attempts has arrived and pays their orders, whose rows are locked. */
export async function payOrders(
  tx: Tx,
  paid: readonly (ReportedAttempt & { order: LockedOrder })[],
  now: Date,
): Promise<void> {
  const payments = paid.map(({ attempt, report }) => paymentOf(attempt, report, { refundDueAt: null, now }))
  const write = (values: TransitionValues) => writeAll(tx, { ...values, payments: JSON.stringify(payments) })
  await transitionOrders(tx, 'gateway', { orders: paid.map(({ order }) => order), status: 'DIBAYAR', write }, now)
}

/** The payments, and the change of their orders to DIBAYAR, as one statement. */
const writeAll = fixedStatement((tx: Tx, values: TransitionValues & { payments: string }) =>
  transitionWrite(tx, 'DIBAYAR', values, [paymentsWrite(values.payments)]),
)

/** The attempt's money has arrived, and is to be given back. */
export async function recordRefundDue(tx: Tx, { attempt, report }: ReportedAttempt, now: Date): Promise<void> {
  await paymentsWrite(JSON.stringify([paymentOf(attempt, report, { refundDueAt: now, now })])).execute(tx)
}

/** The columns that a payment that has arrived changes in its attempt. */
function paymentOf(
  attempt: AttemptRow,
  report: PaymentReport,
  { refundDueAt, now }: { refundDueAt: Date | null; now: Date },
) {
  return {
    id: attempt.id,
    paid_at: report.settledAt ?? now,
    refund_due_at: refundDueAt,
    ...detailsOf(attempt, report),
    received_amount: report.amount === attempt.amount ? null : report.amount,
  }
}

/** Fields that are null in the report keep their values. */
function detailsOf(attempt: AttemptRow, { vaNumber, paymentType, transactionId }: PaymentReport) {
  return {
    va_number: vaNumber ?? attempt.va_number,
    payment_type: paymentType ?? attempt.payment_type,
    transaction_id: transactionId ?? attempt.transaction_id,
  }
}

/**
 * Make attempts SUKSES. The payment resolves an earlier alert of its attempt: a later one is notified again.
 * @param payments  JSON, an array of `paymentOf`
 */
const paymentsWrite = (payments: string) => sql`
  update payment_attempts
  set status = 'SUKSES', paid_at = payment.paid_at, refund_due_at = payment.refund_due_at,
    va_number = payment.va_number, payment_type = payment.payment_type, transaction_id = payment.transaction_id,
    received_amount = payment.received_amount, mismatch_told_at = null, alert_level = 0
  from json_to_recordset(${payments}::json) as payment (
    id text, paid_at timestamptz, refund_due_at timestamptz, va_number text, payment_type text, transaction_id text,
    received_amount bigint
  )
  where payment_attempts.id = payment.id`
