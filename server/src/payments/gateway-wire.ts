/**
 * The parts of Midtrans's answers that the shop reads. Source: docs.midtrans.com, "Get transaction status", "Transaction
 * status cycle", "HTTP notifications". Only the used fields are read, and a missing one counts as null.
 */
import { jakartaWallClock, parseJakartaWallClock } from '@camilan/contract/jakarta'
import * as z from 'zod/mini'

/** A payment's state in the shop's words; `unknown` is any state that Midtrans may add. */
export type PaymentState =
  | 'absent'
  | 'pending'
  | 'settled'
  | 'denied'
  | 'expired'
  | 'cancelled'
  | 'refunded'
  | 'unknown'

export interface PaymentReport {
  state: PaymentState
  /** The gateway's own name of the state (`transaction_status`), for the log. */
  gatewayState: string | null
  orderId: string | null
  /** Whole rupiah; null if the answer has no such amount. */
  amount: number | null
  currency: string | null
  transactionId: string | null
  paymentType: string | null
  vaNumber: string | null
  settledAt: Date | null
}

const longestText = 255

/** PostgreSQL stores no NUL, and would change a lone surrogate. */
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
  va_numbers: z.catch(z.array(z.object({ va_number: cleanText })), []),
})
export type StatusAnswer = z.infer<typeof StatusAnswer>

const states = new Map<string, PaymentState>([
  ['pending', 'pending'],
  ['authorize', 'pending'],
  ['settlement', 'settled'],
  ['capture', 'settled'],
  ['deny', 'denied'],
  ['failure', 'denied'],
  ['expire', 'expired'],
  ['cancel', 'cancelled'],
  ['refund', 'refunded'],
  ['partial_refund', 'refunded'],
  ['chargeback', 'refunded'],
  ['partial_chargeback', 'refunded'],
])

export function toReport(answer: StatusAnswer): PaymentReport {
  return {
    state: stateOf(answer),
    gatewayState: answer.transaction_status,
    orderId: answer.order_id,
    amount: readAmount(answer.gross_amount),
    currency: answer.currency,
    transactionId: answer.transaction_id,
    paymentType: answer.payment_type,
    vaNumber: answer.va_numbers[0]?.va_number.slice(0, 32).toWellFormed() ?? null,
    settledAt: readTime(answer.settlement_time) ?? readTime(answer.transaction_time),
  }
}

/** The body's status_code counts, not the HTTP status; 404 means that the buyer has chosen no method yet. */
function stateOf({ status_code, transaction_status, fraud_status }: StatusAnswer): PaymentState {
  if (transaction_status === null) return status_code === '404' ? 'absent' : 'unknown'
  const word = transaction_status.toLowerCase()
  // A card payment that is checked for fraud is captured, but not paid yet.
  if (word === 'capture' && fraud_status !== null && fraud_status !== 'accept') return 'pending'
  return states.get(word) ?? 'unknown'
}

/** `46000.00` is 46000; null for an amount with sen, and for anything that is not a number. */
export function readAmount(amount: string | null): number | null {
  const match = /^(\d{1,15})(?:\.0+)?$/.exec(amount ?? '')
  return match ? Number(match[1]) : null
}

/** Midtrans writes Jakarta time without an offset. */
const readTime = (time: string | null): Date | null => (time === null ? null : parseJakartaWallClock(time))

/** The form in which Midtrans takes a time: `2026-11-20 14:00:00 +0700`. */
export const writeTime = (time: Date): string => `${jakartaWallClock(time)} +0700`
