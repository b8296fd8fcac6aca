/** Reads Midtrans's answers. Only the used fields are read, and a missing one counts as null. */
import * as z from 'zod/mini'
import { type MethodName, methodNames, type TransactionBody, type TransactionStatus } from './names.ts'

/** A payment's state; `unknown` is any state that Midtrans may add. */
export type PaymentState =
  | 'absent'
  | 'pending'
  | 'settled'
  | 'denied'
  | 'expired'
  | 'cancelled'
  | 'refunded'
  | 'partly-refunded'
  | 'charged-back'
  | 'partly-charged-back'
  | 'unknown'

export type PaymentReport = ReturnType<typeof toReport>
export type ReportedRefund = PaymentReport['refunds'][number]

const longestText = 255

/** Without NUL and lone surrogates, which databases don't store. */
const cleaned = (written: string) => written.replaceAll('\0', '').slice(0, longestText).toWellFormed()

const cleanText = z.pipe(z.string(), z.transform(cleaned))
const text = z.catch(z.nullable(cleanText), null)

/** Printable ASCII, because both are stored and browsers open the URL. */
const visible = /^[\x21-\x7e]{1,2000}$/
export const CreatedTransaction = z.object({
  token: z.string().check(z.regex(visible)),
  redirect_url: z.url().check(z.regex(visible)),
})

export const Problems = z.object({ error_messages: z.catch(z.array(z.string()), []) })

/** Midtrans also writes ids as numbers. */
const idText = z.catch(
  z.nullable(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((id) => cleaned(String(id))),
    ),
  ),
  null,
)

const RefundAnswer = z.object({
  refund_chargeback_id: idText,
  refund_chargeback_uuid: idText,
  refund_key: idText,
  refund_amount: idText,
  created_at: text,
  bank_confirmed_at: text,
})

export const StatusAnswer = z.object({
  status_code: text,
  status_message: text,
  transaction_status: text,
  fraud_status: text,
  order_id: text,
  gross_amount: text,
  currency: text,
  transaction_id: text,
  payment_type: text,
  transaction_time: text,
  settlement_time: text,
  expiry_time: text,
  va_numbers: z.catch(z.array(z.object({ va_number: cleanText, bank: text })), []),
  permata_va_number: text,
  biller_code: text,
  bill_key: text,
  payment_code: text,
  store: text,
  acquirer: text,
  issuer: text,
  refund_key: idText,
  refund_amount: idText,
  refund_chargeback_id: idText,
  refunds: z.catch(z.array(RefundAnswer), []),
} satisfies { [Name in keyof TransactionBody]?: z.ZodMiniType })
export type StatusAnswer = z.infer<typeof StatusAnswer>

const stateOfStatus: Record<TransactionStatus, PaymentState> = {
  pending: 'pending',
  authorize: 'pending',
  settlement: 'settled',
  capture: 'settled',
  deny: 'denied',
  failure: 'denied',
  expire: 'expired',
  cancel: 'cancelled',
  refund: 'refunded',
  partial_refund: 'partly-refunded',
  chargeback: 'charged-back',
  partial_chargeback: 'partly-charged-back',
}
const isStatus = (word: string): word is TransactionStatus => Object.hasOwn(stateOfStatus, word)

export function toReport(answer: StatusAnswer) {
  return {
    state: stateOf(answer),
    /** Midtrans's own name of the state (`transaction_status`). */
    gatewayState: answer.transaction_status,
    orderId: answer.order_id,
    /** Whole rupiah; null if the answer has no such amount. */
    amount: readAmount(answer.gross_amount),
    currency: answer.currency,
    transactionId: answer.transaction_id,
    paymentType: answer.payment_type,
    /** The method that its buyer uses; null until one is chosen, and for one that is not known here. */
    method: methodOf(answer),
    vaNumber: short(answer.va_numbers[0]?.va_number ?? answer.permata_va_number, 32),
    /** What a Mandiri bill is paid with. */
    billerCode: short(answer.biller_code, 32),
    billKey: short(answer.bill_key, 32),
    /** What is shown to the cashier of a store. */
    paymentCode: short(answer.payment_code, 64),
    /** Whose QR it is, and whose app paid it. */
    acquirer: short(answer.acquirer, 50),
    issuer: short(answer.issuer, 50),
    /** The end of the time in which the buyer can pay by the chosen method. */
    expiresAt: readTime(answer.expiry_time),
    settledAt: readTime(answer.settlement_time) ?? readTime(answer.transaction_time),
    /** The refunds that it lists, and their sum in whole rupiah. Either may be missing in a report of refunds. */
    refunds: refundsOf(answer),
    refundedAmount: readAmount(answer.refund_amount),
  }
}

/** Some answers have the key of one refund, without a list. */
function refundsOf({ refunds, refund_key }: StatusAnswer) {
  const listed = refunds.length > 0 || refund_key === null ? refunds : [RefundAnswer.parse({ refund_key })]
  return listed.map((refund) => ({
    /** The caller's own key, or the one that Midtrans's dashboard made. */
    key: short(refund.refund_key, 100),
    /** Midtrans's id of it. */
    id: short(refund.refund_chargeback_uuid ?? refund.refund_chargeback_id, 60),
    /** Whole rupiah. */
    amountIdr: readAmount(refund.refund_amount),
    at: readTime(refund.created_at),
    /** When the bank has confirmed it. */
    confirmedAt: readTime(refund.bank_confirmed_at),
  }))
}

const short = (text: string | null, length: number) => text?.slice(0, length).toWellFormed() ?? null

/**
 * The method by which a payment is made. It may differ from the chosen one: GoPay on a wide screen is paid by a QR, and
 * reported as `qris`.
 */
function methodOf(answer: StatusAnswer): MethodName | null {
  const name = nameOf(answer)?.toLowerCase()
  return methodNames.find((method) => method === name) ?? null
}

function nameOf({ payment_type, va_numbers, permata_va_number, store }: StatusAnswer): string | null {
  const type = payment_type?.toLowerCase() ?? null
  if (type === 'cstore') return store
  if (type !== 'bank_transfer') return type === 'qris' ? 'other_qris' : type
  return permata_va_number === null ? `${va_numbers[0]?.bank}_va` : 'permata_va'
}

/** The body's status_code counts, not the HTTP status; 404 means that the buyer has chosen no method yet. */
function stateOf({ status_code, transaction_status, fraud_status }: StatusAnswer): PaymentState {
  if (transaction_status === null) return status_code === '404' ? 'absent' : 'unknown'
  const word = transaction_status.toLowerCase()
  // A card payment that is checked for fraud is captured, but not paid yet.
  if (word === 'capture' && fraud_status !== null && fraud_status !== 'accept') return 'pending'
  return isStatus(word) ? stateOfStatus[word] : 'unknown'
}

/** `46000.00` is 46000; null for an amount with sen, and for anything that is not a number. */
export function readAmount(amount: string | null): number | null {
  const match = /^(\d{1,15})(?:\.0+)?$/.exec(amount ?? '')
  return match ? Number(match[1]) : null
}

/** Midtrans writes Jakarta's time, without an offset. */
function readTime(written: string | null): Date | null {
  if (written === null || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(written)) return null
  const time = new Date(`${written.replace(' ', 'T')}+07:00`)
  return Number.isNaN(time.getTime()) ? null : time
}

/** The form in which Midtrans takes a time: `2026-11-20 14:00:00 +0700`. */
export const writeTime = (time: Date): string =>
  `${new Date(time.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')} +0700`

const { state: _, ...nothingKnown } = toReport(StatusAnswer.parse({}))
/** Of a payment of which only its state is known. */
export const emptyReport = nothingKnown
