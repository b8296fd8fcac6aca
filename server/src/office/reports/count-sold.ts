import { paidStatuses } from '@camilan/contract/orders'
import { sql } from 'kysely'
import { type Clock, days, earlier } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Job } from '../../platform/jobs/schedule-job.ts'
import { publishCatalogChange } from '../../products/catalog-change.ts'
import { soldOfDays } from './queries.ts'

/** The orders of this time say what goes together. */
const togetherMs = days(90)
const mostTogether = 4
/** One order together is a coincidence. */
const leastTogether = 2

export const soldJob = ({ clock }: { clock: Clock }): Job => ({
  name: 'count what was sold',
  seconds: 86_400,
  task: (db) => countSold(db, clock()),
})

/** Write into each product how many pieces of it paid orders have, and what these orders have beside it. */
export async function countSold(db: Db, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const { numAffectedRows } = await sql`
      with counted as (
        select product_id, greatest(sum(quantity), 0)::integer as sold from ${soldOfDays} group by product_id
      ), lines as (
        select distinct order_id, product_id from orders join order_items on orders.id = order_id
        where status = any(${paidStatuses}::order_status[]) and order_time > ${earlier(now, togetherMs)}
          and quantity > taken_quantity
      ), pairs as (
        select one.product_id, other.product_id as other_id, count(*) as times
        from lines as one join lines as other using (order_id)
        where one.product_id <> other.product_id group by one.product_id, other.product_id
        having count(*) >= ${leastTogether}
      ), together as (
        select product_id, (array_agg(other_id order by times desc, other_id))[:${mostTogether}] as others
        from pairs group by product_id
      ), changed as (
        select id, coalesce(sold, 0) as sold, coalesce(others, '{}') as others
        from products
        left join counted on counted.product_id = id left join together on together.product_id = id
        where (sold_count, goes_with) is distinct from (coalesce(sold, 0), coalesce(others, '{}'))
        order by id for no key update of products
      )
      update products set sold_count = changed.sold, goes_with = changed.others
      from changed where products.id = changed.id`.execute(tx)
    if (numAffectedRows) await publishCatalogChange(tx)
  })
}
