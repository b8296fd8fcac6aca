import * as z from 'zod/mini'
import { maxLengths, optionalLine, requiredFormat, requiredLine, requiredText, textOrNothing } from './fields.ts'
import { CurrentPassword } from './payment-keys.ts'
import { paymentMethodNames } from './payment-methods.ts'
import { refundReasons, refundStates, refundWays } from './refund-values.ts'
import { Instant, lenient, limitOf, Page, Rupiah } from './wire.ts'

export * from './refund-values.ts'

/** The bank account to which a buyer wants money back. */
export const RefundAccount = z.object({
  bank: requiredLine('Nama bank', maxLengths.bank),
  number: requiredFormat('Nomor rekening', maxLengths.accountNumber).check(
    z.refine(
      (text) => /^[\d\s.-]+$/.test(text) && /^\d{5,30}$/.test(text.replace(/\D/g, '')),
      'Nomor rekening harus 5 sampai 30 angka.',
    ),
  ),
  holder: requiredLine('Nama pemilik rekening', maxLengths.accountHolder),
})
export type RefundAccount = z.infer<typeof RefundAccount>

/** With the own password of whoever enters it: a stolen session must not lead the money elsewhere. */
export const RefundAccountForm = z.extend(RefundAccount, { current_password: CurrentPassword })
export type RefundAccountForm = z.infer<typeof RefundAccountForm>

/** Money that goes back, or went back, to a buyer. */
export const Refund = z.object({
  /** The payment attempt's id. An attempt may have several refunds. */
  id: z.string(),
  refund_id: z.string(),
  order_id: z.string(),
  buyer: z.object({ name: z.string(), phone: z.nullable(z.string()) }),
  amount: Rupiah,
  reason: z.enum(refundReasons),
  /** The words of the administrator who decided it. */
  cause: z.nullable(z.string()),
  state: z.enum(refundStates),
  /** Whether an administrator can withdraw the decision: a part of a going order's money that is due. */
  is_withdrawable: z.boolean(),
  paid_at: Instant,
  va_number: z.nullable(z.string()),
  /** The method by which the buyer paid; null: one that the shop does not know. */
  method: z.nullable(z.enum(paymentMethodNames)),
  due_at: Instant,
  /** Null: the buyer has given none, it was deleted, or it was encrypted with another key. */
  account: z.nullable(RefundAccount),
  /** Why the gateway can't refund it, as a sentence; null: it can. */
  by_hand_because: z.nullable(z.string()),
  /** Whether an administrator can take back its record: it is due again. */
  is_undoable: z.boolean(),
  /**
   * When the gateway was asked for it last, and why it refused; null: it did not. One that is asked and has such a sentence is
   * stuck: an administrator records what Midtrans's dashboard says.
   */
  asked_at: z.nullable(Instant),
  refused: z.nullable(z.string()),
  /** The fields of a refund that was made; null before. */
  way: z.nullable(z.enum(refundWays)),
  done_at: z.nullable(Instant),
  /** The administrator's name; null also for a refund at the gateway's dashboard. */
  done_by: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** When the bank has confirmed a refund through the gateway. */
  confirmed_at: z.nullable(Instant),
})
export type Refund = z.infer<typeof Refund>

/** The refund that has been due longest comes first, of those that are done the latest. `total` counts all of its state. */
export const RefundList = z.object({ data: z.array(Refund), total: z.int() })
export type RefundList = z.infer<typeof RefundList>

export const RefundsQuery = z.object({
  state: lenient(z.enum(refundStates), 'due'),
  page: Page,
  limit: limitOf(100),
})
export type RefundsQuery = z.infer<typeof RefundsQuery>

/** The part of a paid order's money that goes back, and why: the buyer reads it. */
export const OrderAllowance = z.object({
  amount: z
    .int('Jumlah harus berupa rupiah bulat.')
    .check(z.gte(1, 'Jumlah minimal Rp 1.'), z.lte(1_000_000_000_000, 'Jumlah terlalu besar.')),
  reason: requiredLine('Alasan', maxLengths.refundCause),
})
export type OrderAllowance = z.infer<typeof OrderAllowance>

/** Without a body only an unpaid order is ended, as a page might show it that does not know of its payment yet. */
export const OrderCancellation = z.optional(
  z.nullable(
    z.object({
      reason: textOrNothing('Alasan', maxLengths.refundCause, optionalLine),
      /** Whether the goods of a paid order come back to the stock; those of an unpaid one always do. */
      return_stock: z.optional(z.boolean()),
    }),
  ),
)
export type OrderCancellation = z.infer<typeof OrderCancellation>

export const RefundSending = z.object({ current_password: CurrentPassword })
export type RefundSending = z.infer<typeof RefundSending>

export const RefundDone = z.object({ note: textOrNothing('Catatan', maxLengths.notes) })
export type RefundDone = z.infer<typeof RefundDone>

/** Why something else than was decided is right. */
export const RefundExplained = z.object({ note: requiredText('Catatan', maxLengths.notes) })

/** Why a refund at the gateway's dashboard was meant: the buyer reads it. */
export const RefundAllowance = z.object({ note: requiredLine('Alasan', maxLengths.refundCause) })
