import { type Actor, type OrderStatus, transitions } from '@camilan/contract/orders'
import type { Expression } from 'kysely'
import { returnStock } from '../catalog/stock.ts'
import { orderChanged } from '../notifications/live.ts'
import { type Notice, notify } from '../notifications/notify.ts'
import { later } from '../platform/clock.ts'
import type { Tx } from '../platform/db/db.ts'
import { InvalidTransition, ShippedTooLongAgo } from './errors.ts'
import { orderMoved } from './notices.ts'

/**
 * Bring an order to a status: write it down, tell whom it concerns and, where it ends unsold, give its stock back.
 * @param tx  a transaction; the order's row is locked here
 * @param order  the order as it is now, read in this transaction by `lockOrder`
 * @returns false when the order has that status already: then nothing changed
 * @throws {InvalidTransition} this actor may not bring an order from its status to that one
 * @throws {ShippedTooLongAgo} it might, but no longer
 */
export async function transitionOrder(
  tx: Tx,
  order: { id: string; user_id: string; status: OrderStatus; shipped_at: Date | null },
  status: OrderStatus,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  if (order.status === status) return false
  const allowed = transitions.find(({ from, to, by }) => from === order.status && to === status && by === actor)
  if (!allowed || status === 'DIPROSES') throw new InvalidTransition(order.status, status)
  const { sinceShippedMs } = allowed
  if (sinceShippedMs !== undefined && !(order.shipped_at && now <= later(order.shipped_at, sinceShippedMs))) {
    throw new ShippedTooLongAgo()
  }

  // One statement: what many payments at once wait for most is journeys to the database.
  await tx
    .with('moved', (db) =>
      db
        .updateTable('orders')
        .set({ status, ...shipmentIn(status, now) })
        .where('id', '=', order.id),
    )
    .insertInto('order_history')
    .values({ order_id: order.id, status, actor, at: now })
    .execute()
  if (status === 'DIBATALKAN') await returnStock(tx, order.id, await stockOf(tx, order.id))

  const { toBuyer, toAdmins } = orderMoved(order.id, status, actor)
  const notices: Notice[] = [{ to: order.user_id, message: toBuyer, orderId: order.id }]
  if (toAdmins) notices.push({ to: 'admins', message: toAdmins, orderId: order.id })
  await notify(tx, notices, now, [orderChanged(order.user_id, { order_id: order.id, status })])
  return true
}

/** Whoever ships it again says anew who carries it. */
function shipmentIn(status: OrderStatus, now: Date) {
  if (status === 'DIKIRIM') return { shipped_at: now }
  return status === 'DIBAYAR' ? { shipped_at: null, courier: null, tracking_number: null } : {}
}

/** Undefined where there is no such order. @param id  or the query that finds it */
export function lockOrder(tx: Tx, id: string | Expression<string>) {
  return tx
    .selectFrom('orders')
    .select(['id', 'user_id', 'status', 'expires_at', 'shipped_at', 'courier', 'tracking_number'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

function stockOf(tx: Tx, orderId: string) {
  return tx
    .selectFrom('order_items')
    .select(['product_id as productId', 'quantity'])
    .where('order_id', '=', orderId)
    .execute()
}
