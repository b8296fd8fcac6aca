import { type OrderStatus, paidStatuses } from '@camilan/contract/orders'
import type { Dashboard } from '@camilan/contract/reports'
import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'

const bestSellersShown = 10
const lowStockShown = 100
const isPaid = sql`status = any(${paidStatuses}::order_status[])`

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The first Jakarta day whose orders are not summed up in `sales_days`: the orders from this day on are counted one by
 * one.
 */
export async function firstOpenDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select coalesce(max(day) + 1, date '1970-01-01') as day from sales_days`.execute(db)
  return rows[0]?.day ?? ''
}

export interface Totals {
  orders: Record<OrderStatus, number>
  revenue: number
}

/** The number of orders of all time by status, and the revenue of the paid ones. */
export async function readTotals(db: Db, openDay: string): Promise<Totals> {
  const opened = sql`jakarta_midnight(${openDay})`
  const { rows } = await sql<Totals['orders'] & { revenue: number }>`
    with summed as (
      select coalesce(sum(paid_orders), 0) as paid, coalesce(sum(cancelled_orders), 0) as cancelled,
        coalesce(sum(revenue), 0) as revenue
      from sales_days
    ), not_final as (
      select count(*) filter (where status = 'DIBAYAR') as paid, count(*) filter (where status = 'DIKIRIM') as shipped
      from orders where status in ('DIBAYAR', 'DIKIRIM') and order_time < ${opened}
    ), open as (
      select count(*) filter (where status = 'DIPROSES') as unpaid, count(*) filter (where status = 'DIBAYAR') as paid,
        count(*) filter (where status = 'DIKIRIM') as shipped, count(*) filter (where status = 'SELESAI') as done,
        count(*) filter (where status = 'DIBATALKAN') as cancelled,
        coalesce(sum(total_price) filter (where ${isPaid}), 0) as revenue
      from orders where order_time >= ${opened}
    )
    select open.unpaid as "DIPROSES", not_final.paid + open.paid as "DIBAYAR",
      not_final.shipped + open.shipped as "DIKIRIM",
      summed.paid - not_final.paid - not_final.shipped + open.done as "SELESAI",
      summed.cancelled + open.cancelled as "DIBATALKAN", summed.revenue + open.revenue as revenue
    from summed, not_final, open`.execute(db)
  const { revenue, ...orders } = rows[0] as (typeof rows)[number]
  return { orders, revenue }
}

interface Span {
  /** The number of Jakarta days up to today. */
  days: number
  /** From `firstOpenDay`. */
  openDay: string
}

/** The paid orders of each of the last `days` Jakarta days, the day of `now` included; days without orders are 0. */
export async function revenueByDay(db: Db, { days, openDay }: Span, now: Date): Promise<Dashboard['revenue_by_day']> {
  const { rows } = await sql<Dashboard['revenue_by_day'][number]>`
    with paid as (
      select day, revenue, paid_orders as orders from sales_days where day >= ${firstDay(days, now)}
      union all
      select jakarta_day(order_time), sum(total_price), count(*)
      from orders where ${isPaid} and order_time >= jakarta_midnight(greatest(${openDay}::date, ${firstDay(days, now)}))
      group by 1
    )
    select day::date::text as date, coalesce(revenue, 0) as revenue, coalesce(orders, 0) as orders
    from generate_series(${firstDay(days, now)}, jakarta_day(${now}), interval '1 day') as day
    left join paid using (day)
    order by day`.execute(db)
  return rows
}

/** The products that sold most in paid orders of the last `days` Jakarta days, under the names that they have now. */
export async function bestSellers(db: Db, { days, openDay }: Span, now: Date): Promise<Dashboard['best_sellers']> {
  const { rows } = await sql<Dashboard['best_sellers'][number]>`
    with sold as (
      select product_id, quantity, revenue from sales_day_products where day >= ${firstDay(days, now)}
      union all
      select product_id, quantity, unit_price::bigint * quantity
      from orders join order_items on order_id = orders.id
      where ${isPaid} and order_time >= jakarta_midnight(greatest(${openDay}::date, ${firstDay(days, now)}))
    ), best as (
      select product_id, sum(quantity) as quantity, sum(revenue) as revenue from sold
      group by product_id
      order by quantity desc, revenue desc, product_id
      limit ${bestSellersShown}
    )
    select product_id, name, quantity, revenue
    from best join products on products.id = product_id
    order by quantity desc, revenue desc, product_id`.execute(db)
  return rows
}

/** The products on sale whose stock is at or below their own threshold, the lowest stock first. */
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

/** The first of the last `days` Jakarta days, the day of `now` included. */
const firstDay = (days: number, now: Date) => sql<string>`(jakarta_day(${now}) - ${days - 1}::integer)`
