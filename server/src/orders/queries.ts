import {
  type Actor,
  type AdminOrdersQuery,
  type MyOrdersQuery,
  type OrderStatus,
  paidStatuses,
} from '@camilan/contract/orders'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../platform/db/db.ts'
import type { DB } from '../platform/db/db-types.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'
import { plannedWithValues } from '../platform/db/kysely-pool.ts'
import { filteredOrders } from './filter.ts'
import { pageByDay, pageBySearch } from './paging.ts'

export interface OrderPage {
  rows: OrderRow[]
  /** Of all pages. */
  total: number
}

export interface BuyerOrderPage extends OrderPage {
  /** How many orders the buyer has in each status that has any. */
  counts: Partial<Record<OrderStatus, number>>
}

/** A buyer's orders of one status, newest first, and how many there are of every status: one statement. */
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
  /** JSON of `BuyerOrderPage['counts']`. Each row has it; it is parsed once. */
  counts: string
  /** How many orders the buyer has in the status that is listed. */
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

/** The orders of all buyers that match the query. */
export async function ordersForAdmin(db: Db, query: AdminOrdersQuery): Promise<OrderPage> {
  const { ids, total } = await (query.query === null ? pageByDay(db, query) : pageBySearch(db, query))
  return { rows: await readOrders(db, ids, query.sortOrder), total }
}

function readOrders(db: Db, ids: string[], sortOrder: AdminOrdersQuery['sortOrder']): Promise<OrderRow[]> {
  return ordersWithItems(db)
    .where('orders.id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('orders.order_time', sortOrder)
    .orderBy('orders.id', sortOrder)
    .execute()
}

/** One order with its history. Undefined where there is none, or it is another buyer's. */
export function orderOfBuyer(db: Db, buyerId: string, id: string): Promise<OrderDetailRow | undefined> {
  return ordersWithHistory(db).where('orders.id', '=', id).where('orders.user_id', '=', buyerId).executeTakeFirst()
}

/** One order of any buyer, with its history. */
export function orderForAdmin(db: Db, id: string): Promise<OrderDetailRow | undefined> {
  return ordersWithHistory(db).where('orders.id', '=', id).executeTakeFirst()
}

/** The status of a buyer's order. Undefined where there is none, or it is another buyer's. */
export async function statusForBuyer(db: Db, buyerId: string, id: string): Promise<OrderStatus | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', id)
    .where('user_id', '=', buyerId)
    .executeTakeFirst()
  return order?.status
}

/** What a buyer's earlier orders say about a new one. */
export interface BuyerHistory {
  /** How many orders are unpaid. */
  unpaid: number
  /** How many pieces of each product those hold, by the product's id. */
  held: Record<string, number>
  /** Whether this buyer has ever paid an order. */
  hasPaid: boolean
  /**
   * When this buyer cancelled unpaid orders or let them lapse, after `since` and after the buyer's last payment, the newest
   * first. Orders that an administrator ended are left out.
   */
  unpaidEndedAt: Date[]
}

/** @param since  the beginning of the time for `unpaidEndedAt` */
export async function historyOfBuyer(db: Db, buyerId: string, since: Date): Promise<BuyerHistory> {
  const [row] = await history(db, { buyerId, since })
  if (!row) throw new Error('a select without a table has one row')
  return row
}

/** The statement of `historyOfBuyer`, to which the caller can add columns. */
export function buyerHistory(db: Db, { buyerId, since }: { buyerId: string; since: Date }) {
  const orders = db.selectFrom('orders').where('orders.user_id', '=', buyerId)
  const unpaid = orders.where('orders.status', '=', 'DIPROSES')
  const held = unpaid
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['product_id', sql<number>`sum(quantity)`.as('quantity')])
    .groupBy('product_id')
  const changes = (status: OrderStatus, actors: readonly Actor[]) =>
    orders
      .innerJoin('order_history', 'order_history.order_id', 'orders.id')
      .where('order_history.status', '=', status)
      .where('order_history.actor', 'in', actors)
      .where('order_history.at', '>', since)
  const lastPaid = changes('DIBAYAR', ['gateway']).select((eb) => eb.fn.max('order_history.at').as('at'))
  const unpaidEnded = changes('DIBATALKAN', ['customer', 'system'])
    .where('order_history.at', '>', sql<Date>`coalesce((${lastPaid}), ${since}::timestamptz)`)
    .select('order_history.at')
    .orderBy('order_history.at', 'desc')
  return db.selectNoFrom((eb) => [
    unpaid.select(eb.fn.countAll<number>().as('unpaid')).$asScalar().$notNull().as('unpaid'),
    sql<Record<string, number>>`
        coalesce((select json_object_agg(held.product_id, held.quantity) from (${held}) as held), '{}')`.as('held'),
    sql<boolean>`exists ${orders.where('orders.status', 'in', paidStatuses).select('orders.id')}`.as('hasPaid'),
    sql<Date[]>`array(${unpaidEnded})`.as('unpaidEndedAt'),
  ])
}

const history = fixedStatement(buyerHistory)

const batchSize = 500

/**
 * All orders that the query finds, in its order, regardless of its page and limit. They are read in batches: an order
 * that is placed meanwhile may be included, and no order is returned twice.
 */
export async function* eachOrder(db: Db, query: AdminOrdersQuery): AsyncGenerator<OrderRow> {
  const { sortOrder } = query
  const comparison = sql.raw(sortOrder === 'asc' ? '>' : '<')
  for (let last: { id: string; time: string } | undefined; ; ) {
    const ids = filteredOrders(db, query)
      .select('orders.id')
      .$if(last !== undefined, (orders) =>
        orders.where(
          sql<boolean>`(orders.order_time, orders.id) ${comparison} (${last?.time}::timestamptz, ${last?.id}::text)`,
        ),
      )
      .orderBy('orders.order_time', sortOrder)
      .orderBy('orders.id', sortOrder)
      .limit(batchSize)
    const rows = await ordersWithItems(db)
      .modifyFront(plannedWithValues)
      // As text: a Date would lose the microseconds.
      .select(sql<string>`orders.order_time::text`.as('time'))
      .where('orders.id', 'in', ids)
      .orderBy('orders.order_time', sortOrder)
      .orderBy('orders.id', sortOrder)
      .execute()
    yield* rows
    if (rows.length < batchSize) return
    last = rows.at(-1)
  }
}

/** The column `charges` of a query of orders. */
export function orderCharges(eb: ExpressionBuilder<DB, 'orders'>) {
  const charges = eb
    .selectFrom('order_charges')
    .select(['order_charges.kind', 'order_charges.label', 'order_charges.amount_idr'])
    .whereRef('order_charges.order_id', '=', 'orders.id')
    .orderBy('order_charges.position')
  return jsonArrayFrom(charges).as('charges')
}

/**
 * Orders with their charges, their items and the payment attempt that the API shows: the one that paid the order, else one
 * whose refund is due, else the newest.
 */
function ordersWithItems(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('payment_attempts')
          .select([
            'payment_attempts.status as payment_status',
            'payment_attempts.payment_type',
            'payment_attempts.va_number',
            'payment_attempts.paid_at',
            'payment_attempts.expires_at as payment_expires_at',
            'payment_attempts.refunded_at',
          ])
          .whereRef('payment_attempts.order_id', '=', 'orders.id')
          .orderBy(sql`payment_attempts.status = 'SUKSES' and payment_attempts.refund_due_at is null`, 'desc')
          .orderBy(sql`payment_attempts.status = 'SUKSES'`, 'desc')
          .orderBy('payment_attempts.number', 'desc')
          .limit(1)
          .as('payment'),
      (join) => join.onTrue(),
    )
    .select([
      'orders.id',
      'orders.status',
      'orders.order_time',
      'orders.buyer_name',
      'orders.buyer_phone',
      'orders.address',
      'orders.notes',
      'orders.city',
      'orders.total_price',
      'orders.shipped_at',
      'orders.courier',
      'orders.tracking_number',
      'payment.payment_status',
      'payment.payment_type',
      'payment.va_number',
      'payment.paid_at',
      'payment.payment_expires_at',
      'payment.refunded_at',
    ])
    .select(orderCharges)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .select([
            'order_items.id',
            'order_items.product_id',
            'order_items.name',
            'order_items.image',
            'order_items.weight',
            'order_items.packaging',
            'order_items.unit_price',
            'order_items.quantity',
          ])
          .whereRef('order_items.order_id', '=', 'orders.id')
          .orderBy('order_items.position'),
      ).as('items'),
    )
}

export type OrderRow = Awaited<ReturnType<ReturnType<typeof ordersWithItems>['executeTakeFirstOrThrow']>>

function ordersWithHistory(db: Db) {
  return ordersWithItems(db).select((eb) =>
    jsonArrayFrom(
      eb
        .selectFrom('order_history')
        .select(['order_history.status', 'order_history.at', 'order_history.actor'])
        .whereRef('order_history.order_id', '=', 'orders.id')
        .orderBy('order_history.id'),
    ).as('history'),
  )
}

export type OrderDetailRow = Awaited<ReturnType<ReturnType<typeof ordersWithHistory>['executeTakeFirstOrThrow']>>
