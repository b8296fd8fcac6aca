import { type OrderStatus, paidStatuses } from '@camilan/contract/orders'
import type { Dashboard } from '@camilan/contract/reports'
import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

const bestSellersShown = 10
const lowStockShown = 100

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Orders of all time and the sum of their total prices; a status that no order has is left out. */
export function totalsByStatus(db: Db): Promise<{ status: OrderStatus; orders: number; sum: number }[]> {
  return db
    .selectFrom('orders')
    .select(({ fn }) => ['status', fn.countAll<number>().as('orders'), fn.sum<number>('total_price').as('sum')])
    .groupBy('status')
    .execute()
}

/** The paid orders placed on each of the last `days` Jakarta days, the day of `now` included; quiet days are 0. */
export async function revenueByDay(db: Db, days: number, now: Date): Promise<Dashboard['revenue_by_day']> {
  const { rows } = await sql<Dashboard['revenue_by_day'][number]>`
    with paid as (
      select date_trunc('day', order_time at time zone 'Asia/Jakarta') as day, sum(total_price) as revenue, count(*) as orders
      from orders
      where status = any(${paidStatuses}::order_status[])
        and order_time >= ${firstDay(days, now)} at time zone 'Asia/Jakarta'
      group by 1
    )
    select day::date::text as date, coalesce(revenue, 0) as revenue, coalesce(orders, 0) as orders
    from generate_series(${firstDay(days, now)}, ${today(now)}, '1 day') as day
    left join paid using (day)
    order by day`.execute(db)
  return rows
}

/** What sold most in paid orders of the last `days` Jakarta days, under the names that products have now. */
export function bestSellers(db: Db, days: number, now: Date): Promise<Dashboard['best_sellers']> {
  return db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .innerJoin('products', 'products.id', 'order_items.product_id')
    .select(({ fn }) => [
      'products.id as product_id',
      'products.name',
      fn.sum<number>('order_items.quantity').as('quantity'),
      sql<number>`sum(order_items.unit_price::bigint * order_items.quantity)`.as('revenue'),
    ])
    .where('orders.status', 'in', paidStatuses)
    .where('orders.order_time', '>=', sql<Date>`${firstDay(days, now)} at time zone 'Asia/Jakarta'`)
    .groupBy('products.id')
    .orderBy('quantity', 'desc')
    .orderBy('revenue', 'desc')
    .orderBy('products.id')
    .limit(bestSellersShown)
    .execute()
}

/** Products on sale whose stock is low, by each product's own number; the fewest first. */
export function productsLowInStock(db: Db): Promise<Dashboard['low_stock']> {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'stock'])
    .where('archived_at', 'is', null)
    .whereRef('stock', '<=', 'low_stock_at')
    .orderBy('stock')
    .orderBy('name_key')
    .orderBy('id')
    .limit(lowStockShown)
    .execute()
}

/** Midnights as Jakarta's clocks show them: timestamps without a zone. */
const today = (now: Date) => sql`date_trunc('day', ${now}::timestamptz at time zone 'Asia/Jakarta')`
const firstDay = (days: number, now: Date) => sql`(${today(now)} - make_interval(days => ${days - 1}::int))`
