/** What an open page is told at once: notifications, and orders of theirs that changed. */
import type { LiveOrder, Notification } from '@camilan/contract/notifications'
import { type News, tell } from '../platform/broadcast.ts'
import type { Db } from '../platform/db.ts'

export const topicOf = (userId: string): string => `user:${userId}`

export function tellNotifications(
  db: Db,
  rows: readonly { user_id: string; id: string; message: string; order_id: string | null; created_at: Date }[],
): Promise<void> {
  const news = rows.map(({ user_id, id, message, order_id, created_at }): News => {
    const data: Notification = { id, message, is_read: false, created_at: created_at.toISOString(), order_id }
    return { topic: topicOf(user_id), event: 'notification', data }
  })
  return tell(db, ...news)
}

export function tellOrderChanged(db: Db, userId: string, order: LiveOrder): Promise<void> {
  return tell(db, { topic: topicOf(userId), event: 'order', data: order })
}
