import { sql } from 'kysely'
import { isStatementTimeout } from '../../platform/db/connections/db-failure.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { newlyPaid } from '../order-sums.ts'

/**
 * Apply the recorded changes of orders to the sums of days, to the sold numbers, and to the searched texts, until none is
 * left. Readers add the changes that are still recorded, so a delay changes no result. A batch that takes too long is
 * halved.
 */
export async function applyOrderChanges(db: Db, signal?: AbortSignal, largestBatch = 20_000): Promise<void> {
  let batch = largestBatch
  let isLarge = false
  while (!signal?.aborted) {
    try {
      if ((await applySome(db, batch)) < batch) break
      isLarge = true
    } catch (error) {
      if (!isStatementTimeout(error) || batch === 1) throw error
      batch = Math.ceil(batch / 2)
    }
  }
  // After an upgrade the planner needs statistics of all rows at once.
  if (isLarge) await sql`analyze order_days, product_days, order_texts, order_changes`.execute(db)
}

/** @returns the number of applied changes */
function applySome(db: Db, limit: number): Promise<number> {
  return transact(db, async (tx) => {
    // One process at a time, and not beside recount_orders.
    await sql`lock table order_days in share row exclusive mode`.execute(tx)
    const { rows } = await sql<{ count: number }>`
      with applied as (
        delete from order_changes where ctid = any(array(select ctid from order_changes limit ${limit})) returning *
      ), days as (
        insert into order_days (day, status, orders, total)
        select day, status, sum(change), sum(change * total_price) from applied group by day, status
        on conflict (day, status) do update
        set orders = order_days.orders + excluded.orders, total = order_days.total + excluded.total
      ), products as (
        insert into product_days (day, product_id, quantity, revenue)
        select day, product_id, sum(paid * quantity), sum(paid * goods_idr)
        from ${newlyPaid(sql`applied`)} join order_goods using (order_id)
        group by day, product_id
        on conflict (day, product_id) do update
        set quantity = product_days.quantity + excluded.quantity, revenue = product_days.revenue + excluded.revenue
      ), texts as (
        insert into order_texts (id, order_time, status, found_by)
        select id, order_time, status, found_by from orders where id in (select order_id from applied)
        on conflict (id) do update
        set order_time = excluded.order_time, status = excluded.status, found_by = excluded.found_by
      )
      select count(*) from applied`.execute(tx)
    return rows[0]?.count ?? 0
  })
}
