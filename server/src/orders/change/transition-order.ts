import { type Actor, type OrderStatus, transitions } from '@camilan/contract/orders'
import { type Expression, type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import { orderChanged } from '../../people/notifications/live.ts'
import {
  type NoticeValues,
  noticeValues,
  notificationInsert,
  publishNotifications,
  type StoredNotification,
} from '../../people/notifications/notify.ts'
import { later } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { oneStatement } from '../../platform/db/one-statement.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { publishQuotas, returnStock } from '../../products/stock.ts'
import { InvalidTransition, PaymentWithdrawn, ShippedTooLongAgo } from '../errors.ts'
import { transitionNotices } from './notices.ts'
import { orderMailPlan } from './order-mails.ts'

interface Transition {
  /** Read in this transaction by `lockOrder`. */
  order: LockedOrder
  status: OrderStatus
  /** The goods of a cancelled order don't come back to the stock. */
  keepsStock?: boolean
  /** Whoever has the link of the order does it. */
  byLink?: boolean
  /** It has batches, and its buyer may cancel it. */
  inBatch?: boolean
}

interface Transitions<Status extends OrderStatus> {
  /** Read in this transaction, with their rows locked. */
  orders: readonly LockedOrder[]
  status: Status
  byLink?: boolean
  inBatch?: boolean
  /** Writes the changes together with others, as one statement. Without it they are written alone. */
  write?: (values: TransitionValues) => Promise<StoredNotification[]>
}

/** The values that `transitionWrite` writes beside the status. */
export interface TransitionValues extends NoticeValues {
  orderIds: string[]
  actor: Actor
  byLink: boolean
}

/**
 * Change the status of an order: write the status and its history, notify the buyer and the administrators and, for a
 * cancelled order, return its stock. The caller notifies the buyer of a paid order that is cancelled.
 * @returns `unchanged` if the order already has that status: nothing is written
 * @throws {InvalidTransition} the transition does not exist, or this actor may not make it
 * @throws {ShippedTooLongAgo} the time in which the actor could do this is over
 * @throws {PaymentWithdrawn} it would be shipped, and its money was taken back
 */
export async function transitionOrder(
  tx: Tx,
  actor: Actor,
  { order, status, keepsStock = false, byLink = false, inBatch = false }: Transition,
  now: Date,
): Promise<'changed' | 'unchanged'> {
  if (order.status === status) return 'unchanged'
  await changeAll(tx, actor, { orders: [order], status, byLink, inBatch }, now)
  if (status !== 'DIBATALKAN') return 'changed'
  const lines = await stockTakenBy(tx, order.id)
  if (keepsStock) {
    await tx.updateTable('orders').set({ keeps_stock: true }).where('id', '=', order.id).execute()
    await publishQuotas(tx, lines)
  } else await returnStock(tx, order.id, lines)
  return 'changed'
}

/**
 * `transitionOrder` for several orders that don't have that status. If one may not be changed, none is. Not for a status
 * that returns stock, because the products of all orders would have to be locked in one sequence.
 * @throws the errors of `transitionOrder`
 */
export const transitionOrders: (
  tx: Tx,
  actor: Actor,
  transitions: Transitions<Exclude<OrderStatus, 'DIBATALKAN'>>,
  now: Date,
) => Promise<void> = changeAll

async function changeAll(
  tx: Tx,
  actor: Actor,
  {
    orders,
    status,
    byLink = false,
    inBatch = false,
    write = (values) => writeAlone(tx, status, values),
  }: Transitions<OrderStatus>,
  now: Date,
): Promise<void> {
  const notices = orders.flatMap((order) => {
    assertAllowed(order, status, { actor, inBatch }, now)
    return transitionNotices(order, status, actor)
  })
  const orderIds = orders.map(({ id }) => id)
  const notifications = await write({ orderIds, actor, byLink, ...noticeValues(notices, now) })
  await publishNotifications(tx, notifications)
  await publish(tx, ...orders.map(({ id, user_id }) => orderChanged(user_id, { order_id: id, status })))
}

function assertAllowed(
  order: LockedOrder,
  status: OrderStatus,
  { actor, inBatch }: { actor: Actor; inBatch: boolean },
  now: Date,
): asserts status is Exclude<OrderStatus, 'DIPROSES'> {
  const allowed = transitions.find(({ from, to, by }) => from === order.status && to === status && by === actor)
  const isElsewhere = allowed?.source !== undefined && allowed.source !== order.source
  if (!allowed || isElsewhere || (allowed.inBatch && !inBatch) || status === 'DIPROSES')
    throw new InvalidTransition(order.status, status)
  const { sinceShippedMs } = allowed
  if (sinceShippedMs !== undefined && !(order.shipped_at && now <= later(order.shipped_at, sinceShippedMs))) {
    throw new ShippedTooLongAgo()
  }
  if (status === 'DIKIRIM' && order.payment_hold_at) throw new PaymentWithdrawn()
}

/**
 * The change of the orders' status with their history and its notifications.
 * @param alongside  other writes of the same change
 */
export function transitionWrite(
  tx: Tx,
  status: OrderStatus,
  values: TransitionValues,
  alongside: readonly OperationNodeSource[] = [],
): RawBuilder<StoredNotification> {
  const { orderIds, actor, byLink, now } = values
  // One statement, because with many payments at once round trips to the database take most of the time.
  return oneStatement(
    [
      tx
        .updateTable('orders')
        .set({ status, ...shipmentFor(status, now) })
        .where('id', '=', sql<string>`any(${orderIds}::text[])`),
      sql`
        insert into order_history (order_id, status, actor, at, by_link)
        select order_id, ${status}::order_status, ${actor}::actor, ${now}::timestamptz, ${byLink}::boolean
        from unnest(${orderIds}::text[]) as order_id`,
      ...orderMailPlan(status, values),
      ...alongside,
    ],
    notificationInsert(values),
  )
}

async function writeAlone(tx: Tx, status: OrderStatus, values: TransitionValues): Promise<StoredNotification[]> {
  const { rows } = await transitionWrite(tx, status, values).execute(tx)
  return rows
}

/** Undoing a shipment also removes all that is known of it. */
function shipmentFor(status: OrderStatus, now: Date) {
  if (status === 'DIKIRIM') return { shipped_at: now }
  return status === 'DIBAYAR' ? { shipped_at: null, courier: null, tracking_number: null, completes_at: null } : {}
}

/**
 * Lock an order's row until the transaction ends. Undefined if there is no such order.
 * @param id  the id, or a subquery that selects it
 */
export const lockOrder = (tx: Tx, id: string | Expression<string>): Promise<LockedOrder | undefined> =>
  lockableOrders(tx).where('orders.id', '=', id).forNoKeyUpdate('orders').executeTakeFirst()

/** The caller adds the condition and the lock. */
export const lockableOrders = (tx: Tx) =>
  tx.selectFrom('orders').select([
    'orders.id',
    'orders.user_id', // null: an order without an account
    'orders.source',
    'orders.status',
    'orders.delivery_way',
    'orders.expires_at',
    'orders.shipped_at',
    'orders.courier',
    'orders.tracking_number',
    'orders.payment_hold_at', // since then its money is taken back, and it must not be shipped
    'orders.packed_at',
    'orders.handover_on',
    'orders.promised_on',
  ])

/** An order as `lockOrder` returns it. */
export type LockedOrder = Awaited<ReturnType<ReturnType<typeof lockableOrders>['executeTakeFirstOrThrow']>>

/** Without what was taken out before, whose stock was decided about then. */
function stockTakenBy(db: Db, orderId: string) {
  return db
    .selectFrom('order_goods')
    .select(['product_id as productId', 'batch_id as batchId'])
    .select(sql<number>`sum(quantity - taken_quantity)`.as('quantity'))
    .where('order_id', '=', orderId)
    .whereRef('taken_quantity', '<', 'quantity')
    .groupBy(['product_id', 'batch_id'])
    .$narrowType<{ productId: string }>()
    .execute()
}
