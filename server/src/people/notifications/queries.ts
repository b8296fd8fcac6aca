import type { SentKind } from '@camilan/contract/notification-list'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Notifications } from '../../platform/db/db-types.ts'

const notificationColumns = ['id', 'kind', 'message', 'is_read', 'created_at', 'order_id'] as const
export type NotificationRow = Pick<Selectable<Notifications>, (typeof notificationColumns)[number]>

/** The newest first, each with the picture of its order's first product. */
export function listNotifications(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('notifications')
    .select(notificationColumns)
    .select((notice) =>
      notice
        .selectFrom('order_items')
        .select('order_items.image')
        .whereRef('order_items.order_id', '=', 'notifications.order_id')
        .orderBy('order_items.position')
        .limit(1)
        .as('image'),
    )
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The kinds that tell administrators and staff something, and ask for nothing. */
const newsKinds: readonly SentKind[] = [
  'new-order',
  'order-received',
  'order-cancelled-by-buyer',
  'unpaid-order-expired',
  'clock-right',
  'mail-queue-clear',
  'payments-work',
  'payment-keys-readable',
  'webhooks-forged-over',
  'webhooks-missing-over',
  'disk-has-room',
  'backup-made',
]

/** `needing`: an order counts once, and a paid one only until it is shipped. */
export async function countUnread(db: Db, userId: string): Promise<{ unread: number; needing: number }> {
  const isOpen = sql<boolean>`kind <> all(${newsKinds}::text[]) and (kind <> 'order-paid' or orders.status = 'DIBAYAR')`
  return db
    .selectFrom('notifications')
    .leftJoin('orders', 'orders.id', 'notifications.order_id')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .select(
      sql<number>`count(distinct coalesce(order_id, notifications.id::text)) filter (where ${isOpen})`.as('needing'),
    )
    .where('notifications.user_id', '=', userId)
    .where('is_read', '=', false)
    .executeTakeFirstOrThrow()
}
