/**
 * The orders or pieces that the shop takes in a day of Jakarta, or makes in one where the seller has set days of making.
 * Cancelled orders, those that end unpaid, and what was taken out of an order do not count. Nor do goods of batches, whose quotas
 * are their cap.
 */
import { planFrom, type SellerDays, startDay } from '@camilan/contract/days'
import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import { nextJakartaMidnight } from '@camilan/contract/opening'
import type { ShopSettings } from '@camilan/contract/settings'
import { sql } from 'kysely'
import { makingDay } from '../../orders/seller-days.ts'
import { days, earlier } from '../../platform/clock.ts'
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

/** A day of making, where the seller has set such days; null: a day of ordering. */
export const cappedDay = (days: SellerDays, now: Date): string | null => planFrom(days, startDay(days, now)).making

/** Orders of so many days may be made on one. */
const madeWithin = 60

/**
 * The part of the cap that the orders of a day take, without cancelled ones: those that are made on the day of making, else
 * those of the day of `now`.
 */
export async function useOfDay(
  db: Db,
  settings: SellerDays,
  now: Date,
  making = cappedDay(settings, now),
): Promise<DayUse> {
  if (making !== null) return (await useOfMakingDays(db, settings, now)).get(making) ?? nothing
  const [begin, end] = [jakartaMidnight(jakartaDay(now)), nextJakartaMidnight(now)]
  const { rows } = await sql<DayUse>`
    select ${sums} from orders join order_items on order_items.order_id = orders.id
    where orders.order_time >= ${begin} and orders.order_time < ${end} and orders.status <> 'DIBATALKAN'
      and batch_id is null`.execute(db)
  return rows[0] ?? nothing
}

const nothing: DayUse = { orders: 0, pieces: 0 }
const sums = sql`count(distinct orders.id)::int as orders, coalesce(sum(quantity - taken_quantity), 0)::int as pieces`

/** The same for each day of making from today on, for which what was sent before today does not count. */
export async function useOfMakingDays(db: Db, settings: SellerDays, now: Date): Promise<Map<string, DayUse>> {
  const { rows } = await sql<DayUse & { making: string }>`
    select making, ${sums} from (
      select orders.id, ${makingDay(settings, now)} as making from orders
      where orders.order_time >= ${earlier(now, days(madeWithin))} and orders.status <> 'DIBATALKAN'
        and (orders.status <> 'DIPROSES' or orders.expires_at > ${now})
        and (orders.shipped_at is null or orders.shipped_at >= ${jakartaMidnight(jakartaDay(now))})) as orders
    join order_items on order_items.order_id = orders.id and batch_id is null
    group by making`.execute(db)
  return new Map(rows.map(({ making, ...use }) => [making, use]))
}

/**
 * The rest of the cap of this day, locked until the transaction ends: the orders of a day with a cap are placed one after
 * another. Take the lock after that of the user and before those of the products. A cancellation takes no lock, because it
 * only adds to the rest.
 * @param making  another day of making than that of an order of now
 */
export async function lockDay(
  tx: Tx,
  settings: SellerDays & { daily_cap: DailyCap },
  now: Date,
  making?: string,
): Promise<DailyCap> {
  // A statement of its own, because the count must begin after the earlier orders have committed.
  await sql`select from shop_settings for update`.execute(tx)
  return leftOf(settings.daily_cap, await useOfDay(tx, settings, now, making))
}
