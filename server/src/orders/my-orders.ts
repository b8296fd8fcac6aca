import type { LastDelivery } from '@camilan/contract/checkout'
import type { MyOrdersQuery } from '@camilan/contract/orders'
import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'
import { type OrderPage, type OrderRow, ordersWithItems, type StatusCounts } from './queries.ts'

export interface BuyerOrderPage extends OrderPage {
  /** The number of the buyer's orders in each status, without statuses of none. */
  counts: StatusCounts
}

/** A buyer's orders of one status, newest first, and their number in every status, in one statement. */
export async function ordersOfBuyer(
  db: Db,
  buyerId: string,
  { status, page, limit }: MyOrdersQuery,
): Promise<BuyerOrderPage> {
  const [first, ...others] = await pageOfBuyer(db, { buyerId, status, limit, offset: (page - 1) * limit })
  if (!first) throw new Error('a page has a row, also without an order')
  return {
    rows: (first.id === null ? [] : [first, ...others]) as OrderRow[],
    counts: JSON.parse(first.counts),
    total: first.listed,
  }
}

interface PageOfBuyer extends Pick<MyOrdersQuery, 'status' | 'limit'> {
  buyerId: string
  offset: number
}

type RowOfPage = { [Column in keyof OrderRow]: OrderRow[Column] | null } & {
  /** JSON of `BuyerOrderPage['counts']`. Each row has it, but it is parsed once. */
  counts: string
  /** The number of the buyer's orders in the listed status. */
  listed: number
}

const pageOfBuyer = fixedStatement(
  (db: Db, { buyerId, status, limit, offset }: PageOfBuyer) => sql<RowOfPage>`
    select counted.*, found.*
    from (
      select coalesce(json_object_agg(status, total), '{}')::text as counts,
        coalesce(sum(total) filter (where status = ${status}::order_status), 0) as listed
      from (select status, count(*) as total from orders where user_id = ${buyerId}::uuid group by status) as per_status
    ) as counted
    left join lateral (${ordersWithItems(db).where(
      'orders.id',
      '=',
      sql<string>`any(array(
        select id from orders where user_id = ${buyerId}::uuid and status = ${status}::order_status
        order by order_time desc, id desc limit ${limit}::bigint offset ${offset}::bigint))`,
    )}) as found on true
    order by found.order_time desc, found.id desc`,
)

/** Of the buyer's newest order that was not fetched, in any status. */
export async function lastDeliveryOf(db: Db, buyerId: string): Promise<LastDelivery> {
  const last = await db
    .selectFrom('orders')
    .leftJoin('order_deliveries', 'order_id', 'id')
    .select(['address', 'city', 'place'])
    .where('user_id', '=', buyerId)
    .where('delivery_way', '=', 'delivery')
    .orderBy('order_time', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? null
}
