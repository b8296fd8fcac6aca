import { jakartaMidnight } from '@camilan/contract/jakarta'
import type { AdminOrdersQuery } from '@camilan/contract/orders'
import { type ExpressionBuilder, sql } from 'kysely'
import { days, later } from '../platform/clock.ts'
import { containsEveryWord } from '../platform/db/contains-words.ts'
import type { DB } from '../platform/db/db-types.ts'

export type OrderFilter = Pick<AdminOrdersQuery, 'status' | 'not' | 'query' | 'from' | 'to'> & { userId: string | null }

/** Whether an order is among those asked for; what is null is not asked. */
export function matches({ userId, status, not, query, from, to }: OrderFilter) {
  return (eb: ExpressionBuilder<DB, 'orders'>) =>
    eb.and([
      ...(userId === null ? [] : [eb('orders.user_id', '=', userId)]),
      ...(status === null ? [] : [eb('orders.status', '=', status)]),
      ...(not === null ? [] : [eb('orders.status', '!=', not)]),
      ...(from === null ? [] : [eb('orders.order_time', '>=', jakartaMidnight(from))]),
      ...(to === null ? [] : [eb('orders.order_time', '<', later(jakartaMidnight(to), days(1)))]),
      ...(query === null ? [] : [eb.or(howItMatches(query))]),
    ])
}

function howItMatches(query: string) {
  const phone = phoneWith(query)
  // A number alone: wherever it is found, its digits are found too.
  return phone && /^\+?\d+$/.test(query) ? [phone] : [holdsWordsOf(query), ...(phone ? [phone] : [])]
}

/** By the id, the buyer's name and the phone. */
function holdsWordsOf(query: string) {
  const words = query.split(/\s+/).map((word) => word.replace(/^#(?=.)/, ''))
  return containsEveryWord(sql.ref('orders.search_text'), words)
}

/** A phone number typed in another way than the buyer did: +62 812-3456 finds 08123456. */
function phoneWith(query: string) {
  const digits = query.replace(/\D/g, '').replace(/^(62|0)/, '')
  if (!/^[+\d\s-]+$/.test(query) || digits.length < 4) return undefined
  return sql<boolean>`orders.search_text like ${`%${digits}%`}`
}
