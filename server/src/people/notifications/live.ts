/** The events that open pages receive: notifications, published by `notify`, and changes of the user's own orders. */
import type { LiveOrder } from '@camilan/contract/notifications'
import type { BroadcastEvent } from '../../platform/events/broadcast.ts'
import { topicOf } from '../sessions/sessions.ts'

/**
 * The event to `publish` in the transaction that changes the order.
 * @param userId  null: nobody listens to an order without an account
 */
export function orderChanged(userId: string | null, order: LiveOrder): BroadcastEvent {
  return { topic: topicOf(userId ?? 'nobody'), event: 'order', data: order }
}
