import * as z from 'zod/mini'
import { Instant } from './wire.ts'

/** What opens the payment popup: the token of the order's PENDING payment attempt. */
export const Payment = z.object({
  order_id: z.string(),
  snap_token: z.string(),
  redirect_url: z.string(),
  /** Until when the order can be paid. */
  expires_at: Instant,
})
export type Payment = z.infer<typeof Payment>
