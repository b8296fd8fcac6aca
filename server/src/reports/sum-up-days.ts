import { paidStatuses } from '@camilan/contract/orders'
import { sql } from 'kysely'
import { earlier, hours } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { dayOf, midnight } from './days.ts'

/** An order of the last moment may be written after midnight. */
const graceMs = hours(1)
const daysAtOnce = 31

/**
 * Write down what was sold on each Jakarta day that is over and has no unpaid order left, none before it either.
 * A second call finds nothing to do.
 */
export async function sumUpDays(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  let summedUp = false
  while (!signal?.aborted && (await sumUpSome(db, now))) summedUp = true
  // So that the planner knows of them at once: the first time they are many.
  if (summedUp) await sql`analyze sales_days, sales_day_products`.execute(db)
}

/** @returns false where there was nothing to do */
function sumUpSome(db: Db, now: Date): Promise<boolean> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Nobody opens a day again meanwhile.
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

/** From the first day with orders that is not summed up; undefined where no order is. */
async function nextDays(tx: Db, now: Date): Promise<Span | undefined> {
  const { rows } = await sql<Span>`
    select first, least(
      first + ${daysAtOnce}::integer,
      ${dayOf(earlier(now, graceMs))},
      (select ${dayOf(sql<Date>`min(order_time)`)} from orders where status = 'DIPROSES')
    ) as end
    from (
      select ${dayOf(sql<Date>`min(order_time)`)} as first from orders
      where order_time >= (select coalesce(${midnight(sql`max(day) + 1`)}, '-infinity') from sales_days)
    ) as open
    where first is not null`.execute(tx)
  return rows[0]
}

const within = ({ first, end }: Span) =>
  sql`order_time >= ${midnight(sql`${first}::date`)} and order_time < ${midnight(sql`${end}::date`)}`

async function insertDays(tx: Db, span: Span): Promise<void> {
  await sql`
    insert into sales_days (day, paid_orders, cancelled_orders, revenue)
    select ${dayOf(sql<Date>`order_time`)}, count(*) filter (where paid), count(*) filter (where not paid),
      coalesce(sum(total_price) filter (where paid), 0)
    from orders, lateral (select status = any(${paidStatuses}::order_status[])) as counts (paid)
    where ${within(span)}
    group by 1`.execute(tx)
}

async function insertProducts(tx: Db, span: Span): Promise<void> {
  await sql`
    insert into sales_day_products (day, product_id, quantity, revenue)
    select ${dayOf(sql<Date>`order_time`)}, product_id, sum(quantity), sum(unit_price::bigint * quantity)
    from orders join order_items on order_id = orders.id
    where status = any(${paidStatuses}::order_status[]) and ${within(span)}
    group by 1, 2`.execute(tx)
}
