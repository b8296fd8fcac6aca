import { paidStatuses } from '@camilan/contract/orders'
import type { Customer, CustomerNote } from '@camilan/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import { type OrderPage, ordersWithItems } from '../../orders/queries.ts'
import { plannedWithValues } from '../../platform/db/connections/kysely-pool.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { lossesOfOrders } from '../reports/queries.ts'
import { noteOf } from './customer-notes.ts'
import { type Buyer, findBuyer } from './find-buyer.ts'

/** Dates instead of the texts of the wire. */
type CustomerRow = Omit<Customer, 'orders' | 'same_phone' | 'first_order_at' | 'last_order_at'> & {
  first_order_at: Date | null
  last_order_at: Date | null
}

/** The most orders with the same phone number that are read. Those without account have a page of their own. */
const samePhoneShown = 10

/**
 * A buyer and one page of their orders, from one snapshot. A phone number is typed by whoever registers, so orders without
 * account that have it are not those of the account: they come beside it, and are in none of its sums.
 * @param id  of an account, or of an order, whose buyer it is
 * @throws {NotFound} neither exists, or the order has no buyer who can be known again
 */
export function readCustomer(
  db: Db,
  id: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ customer: CustomerRow; orders: OrderPage; samePhone: OrderPage }> {
  return transact(
    db,
    async (tx) => {
      const buyer = await findBuyer(tx, id)
      if (!buyer) throw new NotFound()
      const { total, ...customer } = { ...buyer, ...(await noteOf(tx, buyer)), ...(await sumUp(tx, buyer)) }
      const rows = await newestOrders(tx, buyer)
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      return { customer, orders: { rows, total }, samePhone: await ordersOfSamePhone(tx, buyer) }
    },
    { isolation: 'repeatable read', isReadOnly: true },
  )
}

const isOrderOf = ({ user_id, phone }: Pick<Buyer, 'user_id' | 'phone'>): RawBuilder<boolean> =>
  user_id === null
    ? sql`orders.user_id is null and phone_digits(buyer_phone) = phone_digits(${phone})`
    : sql`orders.user_id = ${user_id}`

const newestOrders = (db: Db, buyer: Pick<Buyer, 'user_id' | 'phone'>) =>
  ordersWithItems(db)
    .modifyFront(plannedWithValues)
    .where(isOrderOf(buyer))
    .orderBy('orders.order_time', 'desc')
    .orderBy('orders.id', 'desc')

async function ordersOfSamePhone(db: Db, { user_id, phone }: Buyer): Promise<OrderPage> {
  // An account of a former helper or administrator may have no phone number.
  if (user_id === null || !/\d/.test(phone)) return { rows: [], total: 0 }
  const others = { user_id: null, phone }
  const count = sql<{
    total: number
  }>`${plannedWithValues} select count(*) as total from orders where ${isOrderOf(others)}`
  const [rows, counted] = [await newestOrders(db, others).limit(samePhoneShown).execute(), await count.execute(db)]
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

async function sumUp(db: Db, buyer: Buyer) {
  const { rows } = await sql<
    Omit<CustomerRow, keyof Buyer | keyof CustomerNote> & { total: number }
  >`${plannedWithValues}
    with theirs as materialized (
      select id, order_time, total_price, status = any(${paidStatuses}::order_status[]) as is_paid
      from orders where ${isOrderOf(buyer)}
    ), losses as (
      select refunded, owed from ${lossesOfOrders} as losses where order_id in (select id from theirs)
    )
    select count(*) as total, min(order_time) as first_order_at, max(order_time) as last_order_at,
      count(*) filter (where is_paid) as paid_orders, coalesce(sum(total_price) filter (where is_paid), 0) as revenue,
      (select coalesce(sum(refunded), 0) from losses)::bigint as refunded,
      (select coalesce(sum(owed), 0) from losses)::bigint as owed
    from theirs`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('an aggregate has one row')
  return sums
}
