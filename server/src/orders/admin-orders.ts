import { type AdminOrdersQuery, paidStatuses } from '@camilan/contract/orders'
import { type RawBuilder, sql } from 'kysely'
import { plannedWithValues } from '../platform/db/connections/kysely-pool.ts'
import type { Db } from '../platform/db/db.ts'
import { filteredOrders, isFiltered, isFilteredDay, type OrderFilter } from './filter.ts'
import { netRevenue, sumsOfDays } from './order-sums.ts'
import { type OrderPage, type OrderRow, ordersWithItems, type StatusCounts } from './queries.ts'

export interface AdminOrderPage extends OrderPage {
  /** Within the query's days. Null for a text search. */
  counts: OrderCounts | null
}

interface OrderCounts {
  /** Without statuses of none. */
  statuses: StatusCounts
  /** Of the paid orders that may be sent. */
  packing: { no: number; yes: number }
}

export type FoundOrders = Omit<AdminOrdersQuery, 'handover'> & Pick<OrderFilter, 'due'>

/** The orders of all buyers that match the query. */
export async function ordersForAdmin(db: Db, query: FoundOrders): Promise<AdminOrderPage> {
  const isText = query.query !== null
  const isCounted = !isText && query.packed === null && query.batch === null && !query.due && query.after === null
  const { ids, total } = await (isCounted ? pageByDay(db, query) : pageBySearch(db, query))
  const rows = await readOrders(db, ids, query.sortOrder)
  return { rows, total, counts: isText ? null : await countsOf(db, query) }
}

async function countsOf(db: Db, { from, to }: Pick<AdminOrdersQuery, 'from' | 'to'>): Promise<OrderCounts> {
  const all = { status: null, not: null, query: null, batch: null, from, to, after: null, sortOrder: 'asc' } as const
  const number = (packed: 'no' | 'yes') => sql`(select count(*) from orders where ${isFiltered({ ...all, packed })})`
  const { rows } = await sql<{ statuses: StatusCounts | null; no: number; yes: number }>`
    ${plannedWithValues} select ${number('no')} as no, ${number('yes')} as yes, (
      select json_object_agg(status, orders) from (
        select status, sum(orders) as orders from ${sumsOfDays} where ${isFilteredDay(all)} group by status) as per_status
    ) as statuses`.execute(db)
  const { statuses, ...packing } = rows[0] ?? { statuses: null, no: 0, yes: 0 }
  return { statuses: statuses ?? {}, packing }
}

function readOrders(db: Db, ids: string[], sortOrder: AdminOrdersQuery['sortOrder']): Promise<OrderRow[]> {
  return ordersWithItems(db)
    .where('orders.id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('orders.order_time', sortOrder)
    .orderBy('orders.id', sortOrder)
    .execute()
}

interface IdPage {
  /** In no particular order. */
  ids: string[]
  /** The number on all pages. */
  total: number
}

/** One page of a list without a text search. The sums of days tell the number of orders, and the page's first day. */
async function pageByDay(db: Db, query: FoundOrders): Promise<IdPage> {
  const { sortOrder, page, limit, from, to, status, not } = query
  const skipped = (page - 1) * limit
  const { rows } = await sql<{ total: number; day: string | null; before: number }>`
    with days as (
      select day, sum(orders) as orders from ${sumsOfDays} where ${isFilteredDay({ status, not, from, to })} group by day
    ), placed as (
      select day, orders, sum(orders) over (order by day ${sql.raw(sortOrder)}) - orders as before from days
    )
    select counted.total, placed.day, placed.before
    from (select coalesce(sum(orders), 0) as total from days) as counted
    left join placed on before <= ${skipped}::bigint and ${skipped}::bigint < before + orders`.execute(db)
  const [{ total, day, before } = { total: 0, day: null, before: 0 }] = rows
  if (day === null) return { ids: [], total }
  const found = await filteredOrders(db, { ...query, [sortOrder === 'asc' ? 'from' : 'to']: day })
    .modifyFront(plannedWithValues)
    .select('orders.id')
    .orderBy('orders.order_time', sortOrder)
    .orderBy('orders.id', sortOrder)
    .limit(limit)
    .offset(skipped - before)
    .execute()
  return { ids: found.map(({ id }) => id), total }
}

/** With more changes to apply, as after an upgrade, all orders are read. */
const mostChanges = 20_000

/** One page of a text search, of the orders that are packed or are not, or of those after another: one scan finds and counts them. */
async function pageBySearch(db: Db, query: FoundOrders): Promise<IdPage> {
  const direction = sql.raw(query.sortOrder)
  const read = (table: string, condition: RawBuilder<unknown> = sql`true`) => sql`
    select id, order_time from ${sql.table(table)} as orders where ${isFiltered(query)} and ${condition}`
  // The narrow copy of the texts does not know what holds an order back from packing.
  const isNarrow = query.query !== null && query.packed === null && !query.due
  const found = isNarrow ? await foundInTexts(db, read) : read('orders')
  const { rows } = await sql<IdPage>`
    ${plannedWithValues} with found as materialized (${found})
    select (select count(*) from found) as total, array(
      select id from found order by order_time ${direction}, id ${direction}
      limit ${query.limit} offset ${(query.page - 1) * query.limit}) as ids`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

/** Rows of a text search, for which no index helps. */
async function foundInTexts(
  db: Db,
  read: (table: string, condition?: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ id: string }>`
    select distinct order_id as id from order_changes limit ${mostChanges}`.execute(db)
  if (rows.length === mostChanges) return read('orders')
  const ids = rows.map(({ id }) => id)
  return sql`${read('order_texts', sql`id <> all(${ids}::text[])`)} union all ${read('orders', sql`id = any(${ids}::text[])`)}`
}

const batchSize = 500

/** An order with what its money is known by. Amounts in rupiah; null: none, or not known. */
export interface ExportedOrder extends OrderRow {
  /** From the last report that says it. */
  fee: number | null
  refunded: number | null
  to_refund: number | null
  /** What the gateway took back, as in a chargeback, and has not come again. */
  withdrawn: number | null
  /** What the shop keeps of a paid order. */
  net: number | null
  /** The known costs of its lines, by the product's id. */
  costs: Record<string, number | null>
}

/**
 * All orders that the query finds, in its order, without its page and limit. They are read in batches: an order that is
 * placed meanwhile may be included, and no order is returned twice.
 */
export async function* eachOrder(db: Db, query: FoundOrders): AsyncGenerator<ExportedOrder> {
  const { sortOrder } = query
  for (let { after } = query; ; ) {
    const ids = filteredOrders(db, { ...query, after })
      .select('orders.id')
      .orderBy('orders.order_time', sortOrder)
      .orderBy('orders.id', sortOrder)
      .limit(batchSize)
    const rows = await ordersWithItems(db)
      .innerJoin('order_balances as balance', 'balance.order_id', 'orders.id')
      .modifyFront(plannedWithValues)
      .select([
        sql<number | null>`(select fee_idr from payment_fees where attempt_id = payment.payment_id)`.as('fee'),
        sql<number | null>`nullif(given_back, 0)`.as('refunded'),
        sql<number | null>`nullif(greatest(balance.due, 0), 0)`.as('to_refund'),
        sql<number | null>`nullif(taken_back - restored, 0)`.as('withdrawn'),
        sql<number | null>`case when orders.status = any(${paidStatuses}::order_status[]) then ${netRevenue} end`.as(
          'net',
        ),
        sql<Record<string, number | null>>`(
          select json_object_agg(product_id, cost_price) from order_items where order_id = orders.id)`.as('costs'),
      ])
      .where('orders.id', 'in', ids)
      .orderBy('orders.order_time', sortOrder)
      .orderBy('orders.id', sortOrder)
      .execute()
    yield* rows
    if (rows.length < batchSize) return
    after = rows.at(-1)?.id ?? null
  }
}
