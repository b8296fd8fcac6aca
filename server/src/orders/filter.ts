import { jakartaMidnight } from '@camilan/contract/jakarta'
import type { AdminOrdersQuery } from '@camilan/contract/orders'
import { sql } from 'kysely'
import { days, later } from '../platform/clock.ts'
import { containsEveryWord } from '../platform/db/contains-words.ts'
import type { Db } from '../platform/db/db.ts'

export type OrderFilter = Pick<AdminOrdersQuery, 'status' | 'not' | 'query' | 'from' | 'to'>

/** The orders that match an administrator's filter. A field that is null is ignored. */
export function filteredOrders(db: Db, { status, not, query, from, to }: OrderFilter) {
  return db
    .selectFrom('orders')
    .where((eb) =>
      eb.and([
        ...(status === null ? [] : [eb('orders.status', '=', status)]),
        ...(not === null ? [] : [eb('orders.status', '!=', not)]),
        ...(from === null ? [] : [eb('orders.order_time', '>=', jakartaMidnight(from))]),
        ...(to === null ? [] : [eb('orders.order_time', '<', later(jakartaMidnight(to), days(1)))]),
        ...(query === null ? [] : [eb.or(searchTerms(query))]),
      ]),
    )
}

function searchTerms(query: string) {
  const phone = phoneTerm(query)
  // For a number without spaces the phone term also finds everything that the words term would find.
  return phone && /^\+?\d+$/.test(query) ? [phone] : [wordsTerm(query), ...(phone ? [phone] : [])]
}

/**
 * Every word occurs in the order's id, its buyer's name or phone, its products, address, city or note, its courier or
 * tracking number.
 */
function wordsTerm(query: string) {
  const words = query.split(/\s+/).map((word) => word.replace(/^#(?=.)/, ''))
  return containsEveryWord(sql.ref('orders.found_by'), words)
}

/** Finds a phone number that was written in another form: +62 812-3456 finds 08123456. */
function phoneTerm(query: string) {
  const digits = query.replace(/\D/g, '').replace(/^(62|0)/, '')
  if (!/^[+\d\s-]+$/.test(query) || digits.length < 4) return undefined
  return sql<boolean>`orders.found_by like ${`%${digits}%`}`
}
