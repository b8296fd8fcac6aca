import { jakartaDay } from '@camilan/contract/jakarta'
import { type OrderStatus, orderStatuses, paidStatuses } from '@camilan/contract/orders'
import { daysOf, type Period, periods } from '@camilan/contract/periods'
import type { Dashboard } from '@camilan/contract/reports'
import { sql } from 'kysely'
import { netRevenue, newlyPaid, sumsOfDays } from '../../orders/order-sums.ts'
import type { Db } from '../../platform/db/db.ts'
import { isOnSale, stockOf } from '../../products/queries.ts'

const bestSellersShown = 10
const lowStockShown = 100

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export interface Totals {
  orders: Record<OrderStatus, number>
  revenue: number
}

/** The number of orders of all time by status, and the revenue of the paid ones. */
export async function readTotals(db: Db): Promise<Totals> {
  const { rows } = await sql<{ status: OrderStatus; orders: number; total: number }>`
    select status, sum(orders) as orders, sum(total) as total from ${sumsOfDays} group by status`.execute(db)
  const found = new Map(rows.map((row) => [row.status, row]))
  return {
    orders: Object.fromEntries(
      orderStatuses.map((status) => [status, found.get(status)?.orders ?? 0]),
    ) as Totals['orders'],
    revenue: paidStatuses.reduce((sum, status) => sum + (found.get(status)?.total ?? 0), 0),
  }
}

/**
 * Of paid orders whose money did not simply arrive and stay: what of their price is gone, and what of it is not gone yet but is
 * the buyers'. What the shop keeps is the price less both. So neither counts more than the price that came in, nor a second
 * payment.
 */
export const lossesOfOrders = sql`(
  select orders.id as order_id, orders.order_time, (total_price - least(total_price, held))::bigint as refunded,
    (least(total_price, held) - ${netRevenue})::bigint as owed
  from orders join order_balances on order_id = orders.id
  where orders.id in (
      select order_id from money_entries where kind <> 'received'
      union select order_id from order_items where taken_quantity > 0)
    and orders.status = any(${paidStatuses}::order_status[]))`

/** The same of all orders. */
export async function readLosses(db: Db): Promise<{ refunded: number; owed: number }> {
  const { rows } = await sql<{ refunded: number; owed: number }>`
    select coalesce(sum(refunded), 0)::bigint as refunded, coalesce(sum(owed), 0)::bigint as owed
    from ${lossesOfOrders} as losses`.execute(db)
  return rows[0] ?? { refunded: 0, owed: 0 }
}

/** The paid orders of each of the last `days` Jakarta days, including the day of `now`. Days without orders are 0. */
export async function revenueByDay(db: Db, days: number, now: Date): Promise<Dashboard['revenue_by_day']> {
  const { rows } = await sql<Dashboard['revenue_by_day'][number]>`
    select series::date::text as date, coalesce(sum(total), 0) as revenue, coalesce(sum(orders), 0) as orders
    from generate_series(${firstDay(days, now)}, jakarta_day(${now}), interval '1 day') as series
    left join ${sumsOfDays} on day = series::date and status = any(${paidStatuses}::order_status[])
    group by series order by series`.execute(db)
  return rows
}

/** The paid orders of today, of this month and of the last one, in Jakarta. */
export async function readPeriods(db: Db, now: Date): Promise<Dashboard['periods']> {
  const days = periods.map((period) => daysOf(period, jakartaDay(now)))
  const { rows } = await sql<{ period: Period; revenue: number; orders: number }>`
    select period, coalesce(sum(total), 0) as revenue, coalesce(sum(orders), 0) as orders
    from unnest(${[...periods]}::text[], ${days.map(({ from }) => from)}::date[], ${days.map(({ to }) => to)}::date[])
      as periods (period, first, last)
    left join ${sumsOfDays} on day between first and last and status = any(${paidStatuses}::order_status[])
    group by period`.execute(db)
  return Object.fromEntries(rows.map(({ period, ...sums }) => [period, sums])) as Dashboard['periods']
}

/** The pieces that paid orders have, of hampers their parts, by the Jakarta day of the order. What was taken out of an order does not count. */
export const soldOfDays = sql`(
  select day, product_id, quantity, revenue from product_days
  union all
  select day, product_id, paid * quantity, paid * goods_idr
  from ${newlyPaid(sql`order_changes`)} join order_goods using (order_id)
  union all
  select jakarta_day(order_time), order_goods.product_id, -order_goods.taken_quantity, -taken_idr
  from order_items as taken join order_goods on order_goods.order_id = taken.order_id and item_position = taken.position
  join orders on orders.id = taken.order_id
  where taken.taken_quantity > 0 and status = any(${paidStatuses}::order_status[])) as sold`

/** The best sellers in paid orders of the last `days` Jakarta days, with their present names. */
export async function bestSellers(db: Db, days: number, now: Date): Promise<Dashboard['best_sellers']> {
  const { rows } = await sql<Dashboard['best_sellers'][number]>`
    with best as (
      select product_id, sum(quantity) as quantity, sum(revenue) as revenue from ${soldOfDays}
      where day between ${firstDay(days, now)} and jakarta_day(${now})
      group by product_id having sum(quantity) > 0
      order by quantity desc, revenue desc, product_id
      limit ${bestSellersShown}
    )
    select product_id, name, quantity, revenue
    from best join products on products.id = product_id
    order by quantity desc, revenue desc, product_id`.execute(db)
  return rows
}

/** The products in the shop whose stock is at or below their own threshold, the lowest stock first. */
export function productsLowInStock(db: Db): Promise<Dashboard['low_stock']> {
  return db
    .selectFrom('products')
    .select(['id', 'name', stockOf().as('stock')])
    .where(isOnSale)
    .where(stockOf(), '<=', ({ ref }) => ref('low_stock_at'))
    .orderBy('stock')
    .orderBy('name_key')
    .orderBy('id')
    .limit(lowStockShown)
    .execute()
}

/** The first of the last `days` Jakarta days, including the day of `now`. */
const firstDay = (days: number, now: Date) => sql<string>`(jakarta_day(${now}) - ${days - 1}::integer)`

/** The ids of the best sellers of the last 30 Jakarta days, the best first. Some may be sold out or archived. */
export async function productsSoldMost(db: Db, now: Date): Promise<string[]> {
  const sold = await bestSellers(db, 30, now)
  return sold.map(({ product_id }) => product_id)
}
