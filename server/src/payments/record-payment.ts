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

/** The values that arrived payments write into their attempts: a list for each column. */
function paymentColumns(
  reported: readonly ReportedAttempt[],
  { refundDueAt, now }: { refundDueAt: Date | null; now: Date },
) {
  const details = reported.map(({ attempt, report }) => detailsOf(attempt, report))
  return {
    attemptIds: reported.map(({ attempt }) => attempt.id),
    paidAts: reported.map(({ report }) => report.settledAt ?? now),
    refundDueAt,
    vaNumbers: details.map(({ va_number }) => va_number),
    paymentTypes: details.map(({ payment_type }) => payment_type),
    transactionIds: details.map(({ transaction_id }) => transaction_id),
    receivedAmounts: reported.map(({ attempt, report }) => (report.amount === attempt.amount ? null : report.amount)),
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

/** Make attempts SUKSES. The payment ends an earlier alert of its attempt: a later one is notified again. */
function paymentsWrite(columns: PaymentColumns): RawBuilder<unknown> {
  const { attemptIds, paidAts, refundDueAt, vaNumbers, paymentTypes, transactionIds, receivedAmounts } = columns
  return sql`
    update payment_attempts
    set status = 'SUKSES', paid_at = payment.paid_at, refund_due_at = ${refundDueAt}::timestamptz,
      va_number = payment.va_number, payment_type = payment.payment_type, transaction_id = payment.transaction_id,
      received_amount = payment.received_amount, mismatch_told_at = null, alert_level = 0
    from unnest(${attemptIds}::text[], ${paidAts}::timestamptz[], ${vaNumbers}::text[], ${paymentTypes}::text[],
        ${transactionIds}::text[], ${receivedAmounts}::bigint[])
      as payment (id, paid_at, va_number, payment_type, transaction_id, received_amount)
    where payment_attempts.id = payment.id`
}
