import { jakartaMidnight } from '@camilan/contract/jakarta'
import type { AdminOrdersQuery } from '@camilan/contract/orders'
import { type RawBuilder, sql } from 'kysely'
import { days, later } from '../platform/clock.ts'
import { containsWord } from '../platform/db/contains-word.ts'
import type { Db } from '../platform/db/db.ts'

export type OrderFilter = Pick<
  AdminOrdersQuery,
  'status' | 'not' | 'packed' | 'query' | 'from' | 'to' | 'after' | 'sortOrder'
>

/** The orders that match an administrator's filter, for a statement that is planned with its values (`plannedWithValues`). */
export const filteredOrders = (db: Db, filter: OrderFilter) => db.selectFrom('orders').where(isFiltered(filter))

/** The same for `orders` or a table with this alias that has its columns. A field that is null is ignored. */
export function isFiltered({
  status,
  not,
  packed,
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
    ...(from === null ? [] : [sql`orders.order_time >= ${jakartaMidnight(from)}`]),
    ...(to === null ? [] : [sql`orders.order_time < ${later(jakartaMidnight(to), days(1))}`]),
    ...(after === null ? [] : [isAfter(after, sortOrder)]),
    ...(query === null ? [] : [sql`(${sql.join(searchTerms(query), sql` or `)})`]),
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

function searchTerms(query: string) {
  const phone = phoneTerm(query)
  // For a number without spaces the phone term also finds everything that the words term would find.
  return phone && /^\+?\d+$/.test(query) ? [phone] : [wordsTerm(query), ...(phone ? [phone] : [])]
}

/** Every word occurs in the id, the buyer's name or phone, the products, address, city, note, courier or tracking number. */
function wordsTerm(query: string) {
  const words = query.split(/\s+/).map((word) => word.replace(/^#(?=.)/, ''))
  return every(words.map((word) => containsWord(sql.ref('orders.found_by'), word)))
}

/** Finds a phone number that was written in another form: +62 812-3456 finds 08123456. */
function phoneTerm(query: string) {
  const digits = query.replace(/\D/g, '').replace(/^(62|0)/, '')
  if (!/^[+\d\s-]+$/.test(query) || digits.length < 4) return undefined
  return sql<boolean>`orders.found_by like ${`%${digits}%`}`
}
