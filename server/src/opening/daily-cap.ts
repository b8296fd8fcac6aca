/** How many orders or pieces the shop takes in a day of Jakarta. What is cancelled, or ended unpaid, is given back. */
import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import { nextJakartaMidnight } from '@camilan/contract/opening'
import type { ShopSettings } from '@camilan/contract/settings'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/db.ts'

/** Null: no cap of this kind. */
export type DailyCap = ShopSettings['daily_cap']

/** What a day's orders take of the cap. */
export interface DayUse {
  orders: number
  pieces: number
}

export const hasCap = ({ orders, pieces }: DailyCap): boolean => orders !== null || pieces !== null

/** What is left of the cap; at least 0, also where the cap was lowered below what is ordered. */
export function leftOf(cap: DailyCap, use: DayUse): DailyCap {
  const left = (limit: number | null, used: number) => (limit === null ? null : Math.max(0, limit - used))
  return { orders: left(cap.orders, use.orders), pieces: left(cap.pieces, use.pieces) }
}

export const isFull = ({ orders, pieces }: DailyCap): boolean => orders === 0 || pieces === 0

/** What the orders of the day to which `now` belongs take, cancelled ones left out. */
export async function useOfDay(db: Db, now: Date): Promise<DayUse> {
  const [begin, end] = [jakartaMidnight(jakartaDay(now)), nextJakartaMidnight(now)]
  const { rows } = await sql<DayUse>`
    select count(distinct orders.id)::int as orders, coalesce(sum(order_items.quantity), 0)::int as pieces
    from orders join order_items on order_items.order_id = orders.id
    where orders.order_time >= ${begin} and orders.order_time < ${end} and orders.status <> 'DIBATALKAN'`.execute(db)
  return rows[0] ?? { orders: 0, pieces: 0 }
}

/**
 * What is left of the cap of this day, locked until the transaction ends: orders that a cap concerns are placed one after
 * another. The lock is taken after that of the user and before those of the products. A cancellation does not take it: it
 * only adds to what is left.
 */
export async function lockDay(tx: Tx, cap: DailyCap, now: Date): Promise<DailyCap> {
  // A statement of its own: the one that counts must begin after the orders before have committed.
  await sql`select from shop_settings for update`.execute(tx)
  return leftOf(cap, await useOfDay(tx, now))
}
