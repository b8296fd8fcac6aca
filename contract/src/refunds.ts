import * as z from 'zod/mini'
import { maxLengths, requiredText } from './fields.ts'
import { Instant, limitOf, Rupiah } from './wire.ts'

export const refundReasons = ['CANCELLED', 'PAID_TWICE'] as const

/** A payment that arrived for an order that could not accept it: its refund is due. */
export const Refund = z.object({
  /** The payment attempt's id. */
  id: z.string(),
  order_id: z.string(),
  buyer: z.object({ name: z.string(), phone: z.string() }),
  amount: Rupiah,
  reason: z.enum(refundReasons),
  paid_at: Instant,
  va_number: z.nullable(z.string()),
})
export type Refund = z.infer<typeof Refund>

/** The refund that has been due longest comes first. `total` counts all of them, whatever the limit. */
export const RefundList = z.object({ data: z.array(Refund), total: z.int() })
export type RefundList = z.infer<typeof RefundList>

export const RefundsQuery = z.object({ limit: limitOf(100) })

export const RefundDone = z.object({ note: requiredText('Catatan', maxLengths.notes) })
export type RefundDone = z.infer<typeof RefundDone>
