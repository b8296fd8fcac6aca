/**
 * The orders or pieces that the shop takes in a day of Jakarta. Cancelled orders, those that end unpaid, and what was taken
 * out of an order do not count.
 */
import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import { nextJakartaMidnight } from '@camilan/contract/opening'
import type { ShopSettings } from '@camilan/contract/settings'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

/** Null: no cap of this kind. */
export type DailyCap = ShopSettings['daily_cap']

/** The part of the cap that a day's orders take. */
export interface DayUse {
  orders: number
  pieces: number
}

export const hasCap = ({ orders, pieces }: DailyCap): boolean => orders !== null || pieces !== null

/** The rest of the cap. At least 0, also if the cap was lowered below the ordered number. */
export function leftOf(cap: DailyCap, use: DayUse): DailyCap {
  const left = (limit: number | null, used: number) => (limit === null ? null : Math.max(0, limit - used))
  return { orders: left(cap.orders, use.orders), pieces: left(cap.pieces, use.pieces) }
}

export const isFull = ({ orders, pieces }: DailyCap): boolean => orders === 0 || pieces === 0

/** The part of the cap that the orders of the day of `now` take, without cancelled ones. */
export async function useOfDay(db: Db, now: Date): Promise<DayUse> {
  const [begin, end] = [jakartaMidnight(jakartaDay(now)), nextJakartaMidnight(now)]
  const { rows } = await sql<DayUse>`
    select count(distinct orders.id)::int as orders, coalesce(sum(quantity - taken_quantity), 0)::int as pieces
    from orders join order_items on order_items.order_id = orders.id
    where orders.order_time >= ${begin} and orders.order_time < ${end} and orders.status <> 'DIBATALKAN'`.execute(db)
  return rows[0] ?? { orders: 0, pieces: 0 }
}

/**
 * The rest of the cap of this day, locked until the transaction ends: the orders of a day with a cap are placed one after
 * another. Take the lock after that of the user and before those of the products. A cancellation takes no lock, because it
 * only adds to the rest.
 */
export async function lockDay(tx: Tx, cap: DailyCap, now: Date): Promise<DailyCap> {
  // A statement of its own, because the count must begin after the earlier orders have committed.
  await sql`select from shop_settings for update`.execute(tx)
  return leftOf(cap, await useOfDay(tx, now))
}
