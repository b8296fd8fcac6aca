import { jakartaMidnight } from '@camilan/contract/jakarta'
import type { AdminOrdersQuery } from '@camilan/contract/orders'
import { type RawBuilder, sql } from 'kysely'
import { containsWords } from '../people/users/contains-words.ts'
import { days, later } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

export type OrderFilter = Pick<
  AdminOrdersQuery,
  'status' | 'not' | 'packed' | 'batch' | 'query' | 'from' | 'to' | 'after' | 'sortOrder'
> & {
  /** `isDueBy` of the query's `handover`. */
  due?: RawBuilder<boolean> | null
}

/** The orders that match an administrator's filter, for a statement that is planned with its values (`plannedWithValues`). */
export const filteredOrders = (db: Db, filter: OrderFilter) => db.selectFrom('orders').where(isFiltered(filter))

/** The same for `orders` or a table with this alias that has its columns. A field that is null is ignored. */
export function isFiltered({
  status,
  not,
  packed,
  batch,
  due = null,
  query,
  from,
  to,
  after,
  sortOrder,
}: OrderFilter): RawBuilder<boolean> {
  return every([
    ...(status === null ? [] : [sql`orders.status = ${status}`]),
    ...(not === null ? [] : [sql`orders.status <> ${not}`]),
    ...(packed === null ? [] : [packed === 'yes' ? isPacked : isToPack]),
    ...(due === null ? [] : [sql`${mayBeSent} and ${due}`]),
    ...(batch === null
      ? []
      : [sql`exists (select from order_items where order_id = orders.id and batch_id = ${batch})`]),
    ...(from === null ? [] : [sql`orders.order_time >= ${jakartaMidnight(from)}`]),
    ...(to === null ? [] : [sql`orders.order_time < ${later(jakartaMidnight(to), days(1))}`]),
    ...(after === null ? [] : [isAfter(after, sortOrder)]),
    // Id, buyer's name and phone, products, address, city, note, courier and tracking number.
    ...(query === null ? [] : [containsWords(sql.ref('orders.found_by'), query)]),
  ])
}

const isAfter = (id: string, sortOrder: OrderFilter['sortOrder']) => sql`
  (orders.order_time, orders.id) ${sql.raw(sortOrder === 'asc' ? '>' : '<')}
  (select last.order_time, last.id from orders as last where last.id = ${id})`

const mayBeSent = sql`orders.status = 'DIBAYAR' and orders.payment_hold_at is null`
const isPacked = sql`${mayBeSent} and orders.packed_at is not null`
const isToPack = sql`${mayBeSent} and orders.packed_at is null`

/** The same, without the text, for rows with `day` and `status`. */
export function isFilteredDay({
  status,
  not,
  from,
  to,
}: Pick<OrderFilter, 'status' | 'not' | 'from' | 'to'>): RawBuilder<boolean> {
  return every([
    ...(status === null ? [] : [sql`status = ${status}`]),
    ...(not === null ? [] : [sql`status <> ${not}`]),
    ...(from === null ? [] : [sql`day >= ${from}`]),
    ...(to === null ? [] : [sql`day <= ${to}`]),
  ])
}

const every = (conditions: RawBuilder<unknown>[]) => sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`
