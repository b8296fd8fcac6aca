import * as z from 'zod/mini'
import { choice } from './fields.ts'
import { orderFormSentences } from './order-values.ts'
import { paymentMethodNames } from './payment-methods.ts'
import { Instant } from './wire.ts'

/** The token that opens the payment popup, of the order's PENDING payment attempt. */
export const Payment = z.object({
  order_id: z.string(),
  snap_token: z.string(),
  redirect_url: z.string(),
  /** The end of the time in which the order can be paid. */
  expires_at: Instant,
})
export type Payment = z.infer<typeof Payment>

/** The method by which the buyer pays instead; without it, any that the shop offers. */
export const paymentChange = { payment_method: z.nullish(choice(paymentMethodNames, orderFormSentences.choosePayment)) }
export const ChangePayment = z.nullish(z.object(paymentChange))
