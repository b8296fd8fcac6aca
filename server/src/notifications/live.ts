/** What an open page is told at once: notifications (told by `notify`), and orders of theirs that changed. */
import type { LiveOrder } from '@camilan/contract/notifications'
import type { BroadcastEvent } from '../platform/events/broadcast.ts'

export const topicOf = (userId: string): string => `user:${userId}`

export function orderChanged(userId: string, order: LiveOrder): BroadcastEvent {
  return { topic: topicOf(userId), event: 'order', data: order }
}
