/** The values of notifications that the browser needs, without the sentences, which the server makes. */
import * as z from 'zod/mini'
import { orderStatuses } from './orders.ts'
import { Instant, lenient, limitOf, ProductImage } from './wire.ts'

/** Each has its sentence in `notifications.ts`, which does not compile without it. */
const sentKinds = [
  'order-placed',
  'payment-received',
  'order-shipped',
  'shipment-undone',
  'shipment-corrected',
  'delivery-changed',
  'order-lowered',
  'order-completed',
  'order-completed-itself',
  'order-cancelled',
  'order-expired',
  'order-cancelled-by-seller',
  'paid-order-cancelled',
  'own-order-cancelled',
  'batch-moved',
  'refund-promised',
  'refund-withdrawn',
  'refund-made',
  'refund-not-made',
  'refund-account-changed',
  'new-order',
  'order-paid',
  'order-received',
  'order-not-confirmed',
  'order-cancelled-by-buyer',
  'unpaid-order-expired',
  'refund-due',
  'refund-account-set',
  'amount-differs',
  'payment-reversed',
  'payment-restored',
  'payment-unclear',
  'unmatched-payment',
  'clock-differs',
  'clock-right',
  'mail-stuck',
  'mail-queue-clear',
  'payments-failing',
  'payments-work',
  'payment-keys-unreadable',
  'payment-keys-readable',
  'webhooks-forged',
  'webhooks-forged-over',
  'webhooks-missing',
  'webhooks-missing-over',
  'disk-nearly-full',
  'disk-has-room',
  'backup-too-old',
  'backup-made',
  'stock-low',
  'stock-out',
  'batch-full',
  'access-changed',
] as const
export type SentKind = (typeof sentKinds)[number]

/** Of the kinds for administrators, those about orders and stock, which staff get, too. */
export const staffKinds = [
  'new-order',
  'order-paid',
  'order-received',
  'order-cancelled-by-buyer',
  'unpaid-order-expired',
  'stock-low',
  'stock-out',
  'batch-full',
] as const satisfies SentKind[]

/** `other` is a notification from before there were kinds, or from a newer version of the shop. */
export const NotificationKind = lenient(z.enum([...sentKinds, 'other']), 'other')
export type NotificationKind = z.infer<typeof NotificationKind>

export const Notification = z.object({
  id: z.string(),
  kind: NotificationKind,
  message: z.string(),
  is_read: z.boolean(),
  created_at: Instant,
  order_id: z.nullable(z.string()),
})
export type Notification = z.infer<typeof Notification>

/** `image`: the first product of its order; null: it is about no order. */
export const ListedNotification = z.extend(Notification, ProductImage)
export type ListedNotification = z.infer<typeof ListedNotification>

export const NotificationQuery = z.object({ limit: limitOf(100) })
/** `needs_count`, for administrators and staff: the orders, and other troubles, that unread notifications ask to be dealt with. */
export const NotificationList = z.object({
  data: z.array(ListedNotification),
  unread_count: z.int(),
  needs_count: z.optional(z.int()),
})
export type NotificationList = z.infer<typeof NotificationList>

/**
 * The events of the live stream. `replaced` has no data and is the last one: the user has opened newer streams. The client
 * must then ask from time to time instead of connecting again.
 */
export type StreamEventName = 'notification' | 'order' | 'heartbeat' | 'replaced'

/** The data of an `order` event of the live stream: one of the user's own orders changed. */
export const LiveOrder = z.object({ order_id: z.string(), status: z.enum(orderStatuses) })
export type LiveOrder = z.infer<typeof LiveOrder>
