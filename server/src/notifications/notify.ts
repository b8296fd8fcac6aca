import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { tellNotifications } from './live.ts'

export interface Notice {
  userId: string
  message: string
  orderId: string | null
}

/** Write a notification for each notice, and tell open pages when it is committed. A second call writes them again. */
export async function notify(db: Db, notices: Notice[], now: Date): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map(({ userId, message, orderId }) => ({
    user_id: userId,
    message,
    order_id: orderId,
    created_at: now,
  }))
  await tellNotifications(db, await db.insertInto('notifications').values(rows).returningAll().execute())
}

/** Tell every administrator the same. */
export async function notifyAdmins(db: Db, { message, orderId }: Omit<Notice, 'userId'>, now: Date): Promise<void> {
  const written = await db
    .insertInto('notifications')
    .columns(['user_id', 'message', 'order_id', 'created_at'])
    .expression((query) =>
      query
        .selectFrom('users')
        .select([
          'id',
          sql<string>`${message}::text`.as('message'),
          sql<string | null>`${orderId}::text`.as('order_id'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
        ])
        .where('is_admin', '=', true),
    )
    .returningAll()
    .execute()
  await tellNotifications(db, written)
}
