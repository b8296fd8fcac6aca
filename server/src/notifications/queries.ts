import type { Selectable } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import type { Notifications } from '../platform/db/db-types.ts'

const notificationColumns = ['id', 'kind', 'message', 'is_read', 'created_at', 'order_id'] as const
export type NotificationRow = Pick<Selectable<Notifications>, (typeof notificationColumns)[number]>

/** The newest first. */
export function listNotifications(db: Db, userId: string, limit: number): Promise<NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .select(notificationColumns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
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
