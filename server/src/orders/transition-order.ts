import { type Actor, type OrderStatus, transitions } from '@camilan/contract/orders'
import type { Expression, OperationNodeSource, RawBuilder } from 'kysely'
import { returnStock } from '../catalog/stock.ts'
import { orderChanged } from '../notifications/live.ts'
import {
  type NoticeValues,
  noticeValues,
  notificationInsert,
  publishNotifications,
  type StoredNotification,
} from '../notifications/notify.ts'
import { later } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { oneStatement } from '../platform/db/one-statement.ts'
import { publish } from '../platform/events/broadcast.ts'
import { InvalidTransition, ShippedTooLongAgo } from './errors.ts'
import { transitionNotices } from './notices.ts'

/** An order as `lockOrder` returns it. */
export interface LockedOrder {
  id: string
  user_id: string
  status: OrderStatus
  expires_at: Date
  shipped_at: Date | null
  courier: string | null
  tracking_number: string | null
}

interface Transition {
  /** Read in this transaction by `lockOrder`. */
  order: LockedOrder
  status: OrderStatus
  /** Writes the change together with others, as one statement; by default it is written alone. */
  write?: (values: TransitionValues) => Promise<StoredNotification[]>
}

/** What `transitionWrite` writes beside the status. */
export interface TransitionValues extends NoticeValues {
  orderId: string
  actor: Actor
}

/**
 * Change the status of an order: write the status and its history, notify the buyer and the administrators and, for a
 * cancelled order, return its stock.
 * @returns `unchanged` when the order has that status already: nothing is written
 * @throws {InvalidTransition} the transition does not exist, or this actor may not make it
 * @throws {ShippedTooLongAgo} the time in which the actor could do this is over
 */
export async function transitionOrder(
  tx: Tx,
  actor: Actor,
  { order, status, write = (values) => writeAlone(tx, status, values) }: Transition,
  now: Date,
): Promise<'changed' | 'unchanged'> {
  if (order.status === status) return 'unchanged'
  const allowed = transitions.find(({ from, to, by }) => from === order.status && to === status && by === actor)
  if (!allowed || status === 'DIPROSES') throw new InvalidTransition(order.status, status)
  const { sinceShippedMs } = allowed
  if (sinceShippedMs !== undefined && !(order.shipped_at && now <= later(order.shipped_at, sinceShippedMs))) {
    throw new ShippedTooLongAgo()
  }

  const notices = noticeValues(transitionNotices(order, status, actor), now)
  const notifications = await write({ orderId: order.id, actor, ...notices })
  if (status === 'DIBATALKAN') await returnStock(tx, order.id, await stockTakenBy(tx, order.id))
  await publishNotifications(tx, notifications)
  await publish(tx, orderChanged(order.user_id, { order_id: order.id, status }))
  return 'changed'
}

/**
 * The change of an order's status and its history with its notifications, which are its rows.
 * @param alongside  other writes of the same change
 */
export function transitionWrite(
  tx: Tx,
  status: OrderStatus,
  values: TransitionValues,
  alongside: readonly OperationNodeSource[] = [],
): RawBuilder<StoredNotification> {
  const { orderId, actor, now } = values
  // One statement: with many payments at once, round trips to the database take most of the time.
  return oneStatement(
    [
      tx
        .updateTable('orders')
        .set({ status, ...shipmentFor(status, now) })
        .where('id', '=', orderId),
      tx.insertInto('order_history').values({ order_id: orderId, status, actor, at: now }),
      ...alongside,
    ],
    notificationInsert(values),
  )
}

async function writeAlone(tx: Tx, status: OrderStatus, values: TransitionValues): Promise<StoredNotification[]> {
  const { rows } = await transitionWrite(tx, status, values).execute(tx)
  return rows
}

/** Undoing a shipment also removes its courier and tracking number. */
function shipmentFor(status: OrderStatus, now: Date) {
  if (status === 'DIKIRIM') return { shipped_at: now }
  return status === 'DIBAYAR' ? { shipped_at: null, courier: null, tracking_number: null } : {}
}

/**
 * Lock an order's row until the transaction ends. Undefined where there is no such order.
 * @param id  the id, or a subquery that selects it
 */
export const lockOrder = (tx: Tx, id: string | Expression<string>): Promise<LockedOrder | undefined> =>
  lockingOrder(tx, id).executeTakeFirst()

/** The statement of `lockOrder`. */
export const lockingOrder = (tx: Tx, id: string | Expression<string>) =>
  tx
    .selectFrom('orders')
    .select(['id', 'user_id', 'status', 'expires_at', 'shipped_at', 'courier', 'tracking_number'])
    .where('id', '=', id)
    .forNoKeyUpdate()

function stockTakenBy(db: Db, orderId: string) {
  return db
    .selectFrom('order_items')
    .select(['product_id as productId', 'quantity'])
    .where('order_id', '=', orderId)
    .execute()
}
