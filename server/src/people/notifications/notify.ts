import { type Notice, sentenceOf, staffKinds } from '@camilan/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { topicOf } from '../sessions/sessions.ts'
import { presentNotification } from './present.ts'
import type { NotificationRow } from './queries.ts'

/** A notification with its recipient, returned by `notificationInsert`. */
export type StoredNotification = NotificationRow & { user_id: string; is_pushed: boolean }

/** The topic of the event that pushes wait to be sent. */
export const pushTopic = 'pushes'

/** Store a notification for each recipient of each notice, and send them after the commit. A second call repeats them. */
export async function notify(tx: Tx, notices: readonly Notice[], now: Date): Promise<void> {
  if (notices.length === 0) return
  await publishNotifications(tx, await insertNotifications(tx, noticeValues(notices, now)))
}

export type NoticeValues = ReturnType<typeof noticeValues>

/** The values that `notificationInsert` writes. */
export function noticeValues(all: readonly Notice[], now: Date) {
  const notices = all.filter(({ to }) => to === 'admins' || to.user !== null)
  return {
    userIds: notices.map(({ to }) => (to === 'admins' ? null : to.user)),
    kinds: notices.map(({ kind }) => kind),
    messages: notices.map(sentenceOf),
    aboutOrders: notices.map((notice) => ('orderId' in notice ? notice.orderId : null)),
    now,
  }
}

const insertNotifications = fixedStatement((_tx: Tx, values: NoticeValues) => notificationInsert(values))

/** The first half of `notify`, for a statement that writes more than notifications. */
export function notificationInsert(values: NoticeValues): RawBuilder<StoredNotification> {
  const { userIds, kinds, messages, aboutOrders, now } = values
  // One statement for all recipients, because the order's row is locked meanwhile.
  return sql<StoredNotification>`
    insert into notifications (user_id, kind, message, order_id, created_at)
    select coalesce(notice.user_id, member.id), notice.kind, notice.message, notice.order_id, ${now}::timestamptz
    from unnest(${userIds}::uuid[], ${kinds}::text[], ${messages}::text[], ${aboutOrders}::text[])
      as notice (user_id, kind, message, order_id)
    left join users as member on notice.user_id is null and (member.is_admin or member.is_staff)
      and (member.is_admin or notice.kind = any(${staffKinds}::text[]))
    where coalesce(notice.user_id, member.id) is not null
    returning user_id, id, kind, message, is_read, created_at, order_id,
      exists (select from push_subscriptions where push_subscriptions.user_id = notifications.user_id) as is_pushed`
}

/** The second half of `notify`. */
export async function publishNotifications(tx: Tx, rows: readonly StoredNotification[]): Promise<void> {
  const events = rows.map(({ user_id, is_pushed: _, ...row }) => ({
    topic: topicOf(user_id),
    event: 'notification',
    data: presentNotification(row),
  }))
  const pushes = rows.some(({ is_pushed }) => is_pushed) ? [{ topic: pushTopic, event: 'queued', data: null }] : []
  await publish(tx, ...events, ...pushes)
}
