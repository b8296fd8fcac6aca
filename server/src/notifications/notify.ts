import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { type BroadcastEvent, eventChannel } from '../platform/events/broadcast.ts'
import { topicOf } from './live.ts'

export interface Notice {
  /** A user's id, or every administrator. */
  to: string | 'admins'
  message: string
  orderId: string | null
}

/**
 * Write a notification for each notice. A second call writes them again.
 * Open pages are told of them, and of what else is `news`, when it is committed.
 */
export async function notify(db: Db, notices: Notice[], now: Date, news: BroadcastEvent[] = []): Promise<void> {
  const userIds = notices.map(({ to }) => (to === 'admins' ? null : to))
  const messages = notices.map(({ message }) => message)
  const orderIds = notices.map(({ orderId }) => orderId)
  const texts = news.map((item) => JSON.stringify(item))
  // One statement: a payment's news costs one journey to the database, however many are told.
  await sql`
    with written as (
      insert into notifications (user_id, message, order_id, created_at)
      select coalesce(notice.user_id, admin.id), notice.message, notice.order_id, ${now}::timestamptz
      from unnest(${userIds}::uuid[], ${messages}::text[], ${orderIds}::text[]) as notice (user_id, message, order_id)
      left join users as admin on notice.user_id is null and admin.is_admin
      where coalesce(notice.user_id, admin.id) is not null
      returning user_id, id, message, is_read, created_at, order_id
    ), told as (
      select unnest(${texts}::text[]) as text
      union all
      select json_build_object('topic', ${topicOf('')}::text || user_id, 'event', 'notification', 'data', json_build_object(
        'id', id, 'message', message, 'is_read', is_read,
        'created_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'order_id', order_id
      ))::text
      from written
    )
    select pg_notify(${eventChannel}, text) from told`.execute(db)
}
