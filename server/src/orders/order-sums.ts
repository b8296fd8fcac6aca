import { paidStatuses } from '@camilan/contract/orders'
import { type RawBuilder, sql } from 'kysely'

/** The number of a Jakarta day's orders in each status, and their total prices. A day and status may have several rows. */
export const sumsOfDays = sql`(
  select day, status, orders, total from order_days
  union all
  select day, status, change, change * total_price from order_changes) as sums`

/** The changes that made an order a paid one (`paid` is 1) or no longer one (-1). */
export const newlyPaid = (changes: RawBuilder<unknown>) => sql`(
  select order_id, day, sum(change) as paid from ${changes}
  where status = any(${paidStatuses}::order_status[])
  group by order_id, day having sum(change) <> 0) as newly_paid`

/**
 * Of a paid order, with its `order_balances`: what the shop keeps, the smallest of its price, of what the shop holds and of what
 * of it is the shop's own.
 */
export const netRevenue = sql<number>`least(total_price, held, kept)`
