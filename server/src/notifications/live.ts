/** The events that open pages receive: notifications, published by `notify`, and changes of the user's own orders. */
import type { LiveOrder } from '@camilan/contract/notifications'
import { topicOf } from '../accounts/sessions.ts'
import type { BroadcastEvent } from '../platform/events/broadcast.ts'

/** The event to `publish` in the transaction that changes the order. */
export function orderChanged(userId: string, order: LiveOrder): BroadcastEvent {
  return { topic: topicOf(userId), event: 'order', data: order }
}
