import type { Notification } from '@camilan/contract/notifications'
import type { Db } from '../platform/db/db.ts'

/** The newest first. */
export async function listNotifications(db: Db, userId: string, limit: number): Promise<Notification[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'message', 'is_read', 'created_at', 'order_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

/** @returns false when the user has no such notification */
export async function markRead(db: Db, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markAllRead(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .execute()
}

/** @returns false when the user has no such notification */
export async function deleteNotification(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
