import * as z from 'zod/mini'
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
