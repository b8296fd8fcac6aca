/** Writes the gateway's reports of payments into their attempts. */
import { type RawBuilder, sql } from 'kysely'
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

/** Store the details in a report of an unpaid attempt, such as the number of its virtual account. */
export async function saveDetails(tx: Tx, { attempt, report }: ReportedAttempt): Promise<void> {
  await tx.updateTable('payment_attempts').set(detailsOf(attempt, report)).where('id', '=', attempt.id).execute()
}

/** The money of these attempts has arrived and pays their orders, whose rows are locked. */
export async function payOrders(
  tx: Tx,
  paid: readonly (ReportedAttempt & { order: LockedOrder })[],
  now: Date,
): Promise<void> {
  const payments = paymentColumns(paid, { refundDueAt: null, now })
  const write = (values: TransitionValues) => writeAll(tx, { ...values, ...payments })
  await transitionOrders(tx, 'gateway', { orders: paid.map(({ order }) => order), status: 'DIBAYAR', write }, now)
}

/** One statement for the payments and the change of their orders to DIBAYAR. */
const writeAll = fixedStatement((tx: Tx, values: TransitionValues & PaymentColumns) =>
  transitionWrite(tx, 'DIBAYAR', values, [paymentsWrite(values)]),
)

/** The attempt's money has arrived, and its refund is due. */
export async function recordRefundDue(tx: Tx, reported: ReportedAttempt, now: Date): Promise<void> {
  await paymentsWrite(paymentColumns([reported], { refundDueAt: now, now })).execute(tx)
}

type PaymentColumns = ReturnType<typeof paymentColumns>

/** The values that arrived payments write into their attempts, as JSON with a row for each. */
function paymentColumns(
  reported: readonly ReportedAttempt[],
  { refundDueAt, now }: { refundDueAt: Date | null; now: Date },
) {
  const payments = reported.map(({ attempt, report }) => ({
    id: attempt.id,
    paid_at: report.settledAt ?? now,
    received_amount: report.amount === attempt.amount ? null : report.amount,
    ...detailsOf(attempt, report),
  }))
  return { payments: JSON.stringify(payments), refundDueAt }
}

/** Fields that are null in the report keep their values. */
function detailsOf(attempt: AttemptRow, report: PaymentReport) {
  return {
    va_number: report.vaNumber ?? attempt.va_number,
    payment_type: report.paymentType ?? attempt.payment_type,
    transaction_id: report.transactionId ?? attempt.transaction_id,
    used_method: report.method ?? attempt.used_method,
    biller_code: report.billerCode ?? attempt.biller_code,
    bill_key: report.billKey ?? attempt.bill_key,
    payment_code: report.paymentCode ?? attempt.payment_code,
    acquirer: report.acquirer ?? attempt.acquirer,
    issuer: report.issuer ?? attempt.issuer,
  }
}

/** Make attempts SUKSES. The payment ends an earlier alert of its attempt: a later one is notified again. */
function paymentsWrite({ payments, refundDueAt }: PaymentColumns): RawBuilder<unknown> {
  return sql`
    update payment_attempts
    set status = 'SUKSES', paid_at = payment.paid_at, refund_due_at = ${refundDueAt}::timestamptz,
      received_amount = payment.received_amount, va_number = payment.va_number, payment_type = payment.payment_type,
      transaction_id = payment.transaction_id, used_method = payment.used_method, biller_code = payment.biller_code,
      bill_key = payment.bill_key, payment_code = payment.payment_code, acquirer = payment.acquirer,
      issuer = payment.issuer, mismatch_told_at = null, alert_level = 0
    from jsonb_to_recordset(${payments}::jsonb) as payment (id text, paid_at timestamptz, received_amount bigint,
      va_number text, payment_type text, transaction_id text, used_method text, biller_code text, bill_key text,
      payment_code text, acquirer text, issuer text)
    where payment_attempts.id = payment.id`
}
