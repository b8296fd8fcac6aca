import { paidStatuses } from '@camilan/contract/orders'
import { sql } from 'kysely'
import { earlier, hours } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/db.ts'

/** An order that was placed just before midnight may be committed after it. */
const graceMs = hours(1)
const daysPerTransaction = 31

/**
 * Sum up the sales of each Jakarta day that is over, up to the first day that still has an unpaid order.
 * Calling it again has no effect.
 */
export async function sumUpDays(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  let summedUp = false
  while (!signal?.aborted && (await sumUpSome(db, now))) summedUp = true
  // The first call may insert many rows, and the planner needs their statistics at once.
  if (summedUp) await sql`analyze sales_days, sales_day_products`.execute(db)
}

/** @returns false when no day was left */
function sumUpSome(db: Db, now: Date): Promise<boolean> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // The trigger that deletes days waits until this transaction has ended.
      await sql`lock table sales_days in share row exclusive mode`.execute(tx)
      const span = await nextDays(tx, now)
      if (!span || span.first >= span.end) return false
      await insertDays(tx, span)
      await insertProducts(tx, span)
      return true
    })
}

interface Span {
  first: string
  /** The day after the last. */
  end: string
}

/** The span starts at the first day with orders that is not summed up; undefined where there is none. */
async function nextDays(tx: Tx, now: Date): Promise<Span | undefined> {
  const { rows } = await sql<Span>`
    select first, least(
      first + ${daysPerTransaction}::integer,
      jakarta_day(${earlier(now, graceMs)}),
      (select jakarta_day(min(order_time)) from orders where status = 'DIPROSES')
    ) as end
    from (
      select jakarta_day(min(order_time)) as first from orders
      where order_time >= (select coalesce(jakarta_midnight(max(day) + 1), '-infinity') from sales_days)
    ) as open
    where first is not null`.execute(tx)
  return rows[0]
}

const within = ({ first, end }: Span) =>
  sql`order_time >= jakarta_midnight(${first}) and order_time < jakarta_midnight(${end})`

async function insertDays(tx: Tx, span: Span): Promise<void> {
  await sql`
    insert into sales_days (day, paid_orders, cancelled_orders, revenue)
    select jakarta_day(order_time), count(*) filter (where paid), count(*) filter (where not paid),
      coalesce(sum(total_price) filter (where paid), 0)
    from orders, lateral (select status = any(${paidStatuses}::order_status[])) as counts (paid)
    where ${within(span)}
    group by 1`.execute(tx)
}

async function insertProducts(tx: Tx, span: Span): Promise<void> {
  await sql`
    insert into sales_day_products (day, product_id, quantity, revenue)
    select jakarta_day(order_time), product_id, sum(quantity), sum(unit_price::bigint * quantity)
    from orders join order_items on order_id = orders.id
    where status = any(${paidStatuses}::order_status[]) and ${within(span)}
    group by 1, 2`.execute(tx)
}
