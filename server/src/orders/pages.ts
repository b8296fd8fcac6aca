import type { AdminOrdersQuery } from '@camilan/contract/orders'
import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { matches, type OrderFilter } from './filter.ts'

type Wanted = OrderFilter & Pick<AdminOrdersQuery, 'sortOrder' | 'page' | 'limit'>

interface IdPage {
  /** In any order. */
  ids: string[]
  /** Of all pages. */
  total: number
}

/** The ids on one page of a list of orders, and how many orders the list has. */
export function pageOfOrders(db: Db, wanted: Wanted): Promise<IdPage> {
  return wanted.query === null ? fromNearerEnd(db, wanted) : inOnePass(db, wanted)
}

/** Indexes answer this; to skip many rows takes time still, so the last pages are counted from the end. */
async function fromNearerEnd(db: Db, { sortOrder, page, limit, ...filter }: Wanted): Promise<IdPage> {
  const total = await countOrders(db, filter)
  const before = (page - 1) * limit
  const size = Math.min(limit, total - before)
  if (size <= 0) return { ids: [], total }
  const after = total - before - size
  const opposite = sortOrder === 'asc' ? 'desc' : 'asc'
  const [direction, skipped] = before <= after ? ([sortOrder, before] as const) : ([opposite, after] as const)
  const rows = await inOrder(db, filter, direction).select('orders.id').limit(size).offset(skipped).execute()
  return { ids: rows.map(({ id }) => id), total }
}

/** No index helps to find a part of a text: what is read to count is not read again. */
async function inOnePass(db: Db, { sortOrder, page, limit, ...filter }: Wanted): Promise<IdPage> {
  const rows = await inOrder(db, filter, sortOrder)
    .select(['orders.id', sql<number>`count(*) over ()`.as('total')])
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const total = rows[0]?.total ?? (page > 1 ? await countOrders(db, filter) : 0)
  return { ids: rows.map(({ id }) => id), total }
}

function inOrder(db: Db, filter: OrderFilter, direction: AdminOrdersQuery['sortOrder']) {
  const orders = db.selectFrom('orders').where(matches(filter))
  return orders.orderBy('orders.order_time', direction).orderBy('orders.id', direction)
}

async function countOrders(db: Db, filter: OrderFilter): Promise<number> {
  const { total } = await db
    .selectFrom('orders')
    .where(matches(filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
