import * as z from 'zod/mini'
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
