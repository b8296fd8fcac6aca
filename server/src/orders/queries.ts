import type { AdminOrdersQuery, MyOrdersQuery, Order, OrderDetail, OrderList } from '@camilan/contract/orders'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { imageUrl } from '../media/image-url.ts'
import type { Db } from '../platform/db/db.ts'
import { matches, type OrderFilter } from './filter.ts'
import { pageOfOrders } from './pages.ts'

const readAtOnce = 500

/** The customer's orders of one status, newest first. */
export function myOrders(db: Db, userId: string, query: MyOrdersQuery, publicUrl: string): Promise<OrderList> {
  const anyOther = { not: null, query: null, from: null, to: null }
  return listOrders(db, { ...anyOther, ...query, userId, sortOrder: 'desc' }, publicUrl)
}

export function allOrders(db: Db, query: AdminOrdersQuery, publicUrl: string): Promise<OrderList> {
  return listOrders(db, { ...query, userId: null }, publicUrl)
}

/**
 * One order with its history.
 * @param userId  the buyer who asks, or null for an administrator
 * @returns undefined where there is none, or it is somebody else's
 */
export async function findOrder(
  db: Db,
  id: string,
  userId: string | null,
  publicUrl: string,
): Promise<OrderDetail | undefined> {
  const row = await ordersWithItems(db)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_history')
          .select(['order_history.status', 'order_history.at', 'order_history.actor'])
          .whereRef('order_history.order_id', '=', 'orders.id')
          .orderBy('order_history.id'),
      ).as('history'),
    )
    .where('orders.id', '=', id)
    .$if(userId !== null, (query) => query.where('orders.user_id', '=', userId))
    .executeTakeFirst()
  if (!row) return undefined
  const history = row.history.map(({ at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() }))
  return { ...toOrder(row, publicUrl), history }
}

/**
 * All that the query finds, whatever its page and limit, in its order. They are read a few hundred at a time, so one that
 * is placed meanwhile may be among them, but none comes twice.
 */
export async function* eachOrder(db: Db, query: AdminOrdersQuery, publicUrl: string): AsyncGenerator<Order> {
  const { sortOrder } = query
  const beyond = sql.raw(sortOrder === 'asc' ? '>' : '<')
  for (let last: { id: string; time: string } | undefined; ; ) {
    const wanted = db
      .selectFrom('orders')
      .where(matches({ ...query, userId: null }))
      .select('orders.id')
      .$if(last !== undefined, (orders) =>
        orders.where(
          sql<boolean>`(orders.order_time, orders.id) ${beyond} (${last?.time}::timestamptz, ${last?.id}::text)`,
        ),
      )
      .orderBy('orders.order_time', sortOrder)
      .orderBy('orders.id', sortOrder)
      .limit(readAtOnce)
    const rows = await ordersWithItems(db)
      // A Date would lose the microseconds.
      .select(sql<string>`orders.order_time::text`.as('time'))
      .where('orders.id', 'in', wanted)
      .orderBy('orders.order_time', sortOrder)
      .orderBy('orders.id', sortOrder)
      .execute()
    for (const row of rows) yield toOrder(row, publicUrl)
    if (rows.length < readAtOnce) return
    last = rows.at(-1)
  }
}

async function listOrders(db: Db, query: AdminOrdersQuery & OrderFilter, publicUrl: string): Promise<OrderList> {
  const { page, limit, sortOrder } = query
  const { ids, total } = await pageOfOrders(db, query)
  const rows = await ordersWithItems(db)
    .where('orders.id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('orders.order_time', sortOrder)
    .orderBy('orders.id', sortOrder)
    .execute()
  return {
    data: rows.map((row) => toOrder(row, publicUrl)),
    pagination: { page, total_page: Math.ceil(total / limit), total_orders: total },
  }
}

/** Orders with their items and the attempt that speaks for them: what paid, else what is to give back, else the newest. */
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
    .selectAll('orders')
    .select([
      'payment.payment_status',
      'payment.payment_type',
      'payment.va_number',
      'payment.paid_at',
      'payment.payment_expires_at',
      'payment.refunded_at',
    ])
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

type OrderRow = Awaited<ReturnType<ReturnType<typeof ordersWithItems>['executeTakeFirstOrThrow']>>

function toOrder(row: OrderRow, publicUrl: string): Order {
  return {
    id: row.id,
    status: row.status,
    order_time: row.order_time.toISOString(),
    total_price: row.total_price,
    address: row.address,
    notes: row.notes,
    city: row.city,
    other_costs: row.other_costs,
    user: { name: row.buyer_name, phone: row.buyer_phone },
    order_items: row.items.map(({ id, quantity, unit_price, product_id, name, image, weight, packaging }) => ({
      id,
      quantity,
      price: unit_price * quantity,
      product: { id: product_id, name, image: imageUrl(publicUrl, image), price: unit_price, weight, packaging },
    })),
    transaction: {
      status: row.payment_status,
      payment_type: row.payment_type,
      va_number: row.va_number,
      paid_at: row.paid_at?.toISOString() ?? null,
      expires_at: row.payment_expires_at.toISOString(),
      refunded_at: row.refunded_at?.toISOString() ?? null,
    },
    shipment: row.shipped_at && {
      courier: row.courier,
      tracking_number: row.tracking_number,
      shipped_at: row.shipped_at.toISOString(),
    },
  }
}
