import type { AdminOrdersQuery } from '@camilan/contract/orders'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { DB } from '../platform/db/db-types.ts'

/** Any selection of orders, without columns. */
export type OrderSelection = SelectQueryBuilder<DB, 'orders', object>

type Page = Pick<AdminOrdersQuery, 'sortOrder' | 'page' | 'limit'>

interface IdPage {
  /** In any order. */
  ids: string[]
  /** Of all pages. */
  total: number
}

/** One page of a selection for which an index exists. A large OFFSET is slow, so the last pages are read from the end. */
export async function pageByIndex(orders: OrderSelection, { sortOrder, page, limit }: Page): Promise<IdPage> {
  const total = await countOrders(orders)
  const before = (page - 1) * limit
  const size = Math.min(limit, total - before)
  if (size <= 0) return { ids: [], total }
  const after = total - before - size
  const opposite = sortOrder === 'asc' ? 'desc' : 'asc'
  const [direction, skipped] = before <= after ? ([sortOrder, before] as const) : ([opposite, after] as const)
  const rows = await sorted(orders, direction).select('orders.id').limit(size).offset(skipped).execute()
  return { ids: rows.map(({ id }) => id), total }
}

/** One page of a text search, for which no index helps: one scan finds the rows and counts them. */
export async function pageByScan(orders: OrderSelection, { sortOrder, page, limit }: Page): Promise<IdPage> {
  const rows = await sorted(orders, sortOrder)
    .select(['orders.id', sql<number>`count(*) over ()`.as('total')])
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const total = rows[0]?.total ?? (page > 1 ? await countOrders(orders) : 0)
  return { ids: rows.map(({ id }) => id), total }
}

function sorted(orders: OrderSelection, direction: AdminOrdersQuery['sortOrder']) {
  return orders.orderBy('orders.order_time', direction).orderBy('orders.id', direction)
}

async function countOrders(orders: OrderSelection): Promise<number> {
  const { total } = await orders.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return total
}
