import * as z from 'zod/mini'
import { orderStatuses } from './orders.ts'
import { Instant, limitOf } from './wire.ts'

export const Notification = z.object({
  id: z.string(),
  message: z.string(),
  is_read: z.boolean(),
  created_at: Instant,
  order_id: z.nullable(z.string()),
})
export type Notification = z.infer<typeof Notification>

export const NotificationQuery = z.object({ limit: limitOf(100) })
export const NotificationList = z.object({ data: z.array(Notification), unread_count: z.int() })
export type NotificationList = z.infer<typeof NotificationList>

/** The data of an `order` event of the live stream: an order of theirs changed. */
export const LiveOrder = z.object({ order_id: z.string(), status: z.enum(orderStatuses) })
export type LiveOrder = z.infer<typeof LiveOrder>

/** What the administrators are told of an order whose money has come; open pages know it by this sentence. */
export const orderPaidNotice = (orderId: string) => `Pesanan #${orderId} sudah dibayar dan siap dikirim.`
