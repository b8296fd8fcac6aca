import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

export interface Notice {
  userId: string
  message: string
  orderId: string | null
}

/** Write a notification for each notice, in or out of the caller's transaction. A second call writes them again. */
export async function notify(db: Db, notices: Notice[], now: Date): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map(({ userId, message, orderId }) => ({
    user_id: userId,
    message,
    order_id: orderId,
    created_at: now,
  }))
  await db.insertInto('notifications').values(rows).execute()
}

/** Tell every administrator the same. */
export async function notifyAdmins(db: Db, { message, orderId }: Omit<Notice, 'userId'>, now: Date): Promise<void> {
  await db
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
    .execute()
}
