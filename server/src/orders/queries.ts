import type { OrderDetail, OrderItem, OrderStatus } from '@camilan/contract/orders'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../platform/db/db.ts'
import type { DB } from '../platform/db/db-types.ts'

/** The number of orders in each status, perhaps without statuses of none. */
export type StatusCounts = Partial<Record<OrderStatus, number>>

export interface OrderPage {
  rows: OrderRow[]
  /** The number on all pages. */
  total: number
}

/** One order with its history. Undefined if it does not exist or belongs to another buyer. */
export function orderOfBuyer(db: Db, buyerId: string, id: string): Promise<OrderDetailRow | undefined> {
  return ordersWithHistory(db).where('orders.id', '=', id).where('orders.user_id', '=', buyerId).executeTakeFirst()
}

/** One order of any buyer, with its history. */
export function orderForAdmin(db: Db, id: string): Promise<OrderDetailRow | undefined> {
  return ordersWithHistory(db).where('orders.id', '=', id).executeTakeFirst()
}

/** The status of a buyer's order. Undefined if it does not exist or belongs to another buyer. */
export async function statusForBuyer(db: Db, buyerId: string, id: string): Promise<OrderStatus | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', id)
    .where('user_id', '=', buyerId)
    .executeTakeFirst()
  return order?.status
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

/** The payment attempt that the API shows: the one that paid the order, else one whose refund is due, else the newest. */
function shownPayment(eb: ExpressionBuilder<DB, 'orders'>) {
  return eb
    .selectFrom('payment_attempts')
    .select([
      'payment_attempts.status as payment_status',
      'payment_attempts.id as payment_id',
      'payment_attempts.transaction_id',
      'payment_attempts.payment_type',
      'payment_attempts.va_number',
      'payment_attempts.by_hand',
      'payment_attempts.chosen_method',
      'payment_attempts.used_method',
      'payment_attempts.biller_code',
      'payment_attempts.bill_key',
      'payment_attempts.payment_code',
      'payment_attempts.issuer',
      'payment_attempts.paid_at',
      'payment_attempts.expires_at as payment_expires_at',
      'payment_attempts.reversed_at',
      'payment_attempts.reversed_state',
    ])
    .select((payment) =>
      payment
        .selectFrom('refunds')
        .select(sql<Date | null>`case when bool_and(state = 'done') then max(done_at) end`.as('at'))
        .whereRef('attempt_id', '=', 'payment_attempts.id')
        .where('reason', 'not in', ['PART', 'OUTSIDE'])
        .as('refunded_at'),
    )
    .whereRef('payment_attempts.order_id', '=', 'orders.id')
    .orderBy(sql`payment_attempts.status = 'SUKSES'`, 'desc')
    .orderBy('payment_attempts.pays_order', 'desc')
    .orderBy('payment_attempts.number', 'desc')
    .limit(1)
    .as('payment')
}

const itemBatch = sql<OrderItem['batch'] | null>`
  case when order_items.batch_id is not null then (
    select jsonb_build_object('name', name, 'order_until', order_until, 'handed_over_on', handed_over_on)
    from batches where batches.id = order_items.batch_id) end`

function orderItems(eb: ExpressionBuilder<DB, 'orders'>) {
  const items = eb
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
      'order_items.taken_quantity',
      'order_items.discount_idr',
      'order_items.grams',
      'order_items.batch_id',
    ])
    .select((item) =>
      jsonArrayFrom(
        item
          .selectFrom('order_item_parts as part')
          .select(['product_id', 'name', 'weight', 'packaging', 'quantity', 'price_idr as price'])
          .select('discount_idr as discount')
          .whereRef('part.order_id', '=', 'order_items.order_id')
          .whereRef('part.item_position', '=', 'order_items.position')
          .orderBy('part.position'),
      ).as('parts'),
    )
    .select(itemBatch.as('batch'))
    .whereRef('order_items.order_id', '=', 'orders.id')
    .orderBy('order_items.position')
  return jsonArrayFrom(items).as('items')
}

function orderDelivery(eb: ExpressionBuilder<DB, 'orders'>) {
  const delivery = eb
    .selectFrom('order_deliveries')
    .select(['place', 'zone', 'service', 'grams', 'fee_idr as fee', 'to_courier', 'days_min', 'days_max'])
    .whereRef('order_deliveries.order_id', '=', 'orders.id')
  return jsonObjectFrom(delivery).as('delivery')
}

/** Orders with their charges, their items and the payment attempt that the API shows. */
export function ordersWithItems(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoinLateral(shownPayment, (join) => join.onTrue())
    .select([
      'orders.id',
      'orders.status',
      'orders.order_time',
      'orders.expires_at',
      'orders.buyer_name',
      'orders.buyer_phone',
      'orders.address',
      'orders.delivery_way',
      'orders.notes',
      'orders.city',
      'orders.total_price',
      'orders.source',
      'orders.shipped_at',
      'orders.courier',
      'orders.tracking_number',
      'orders.payment_hold_at',
      'orders.seller_note',
      'orders.completes_at',
      'orders.packed_at',
      'orders.wanted_on',
      'orders.handover_on',
      'orders.promised_on',
    ])
    .selectAll('payment')
    .select(orderCharges)
    .select(orderItems)
    .select(orderDelivery)
}

export type OrderRow = Awaited<ReturnType<ReturnType<typeof ordersWithItems>['executeTakeFirstOrThrow']>>

/** To whom and where an order goes, as the audit trail names it. */
export const deliveryFields = ['recipient', 'phone', 'address', 'city'] as const

/** The fields of the delivery that the seller has changed, as the audit trail has their first values. */
const deliveryBefore = sql<Partial<NonNullable<OrderDetail['former_delivery']>> | null>`(
  select json_object_agg(field, before) from (
    select distinct on (field) change ->> 'field' as field, change ->> 'before' as before
    from audit_entries, jsonb_array_elements(changes) as change
    where subject_type = 'order' and subject_id = orders.id and change ->> 'field' = any(${deliveryFields})
    order by field, audit_entries.id) as first_changes)`

/** Of a promised refund what is due of it now, with `refunds_due` joined. */
export const shownRefundIdr = sql<number>`case when refunds.state = 'due' then coalesce(due_idr, 0) else amount_idr end`

/** Promises of which nothing is due now are in no list. */
export const isShownRefund = sql<boolean>`(refunds.state <> 'due' or due_idr is not null)`

function ordersWithHistory(db: Db) {
  return ordersWithItems(db).select((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom('order_history')
        .select(['order_history.status', 'order_history.at', 'order_history.actor', 'order_history.by_link'])
        .whereRef('order_history.order_id', '=', 'orders.id')
        .orderBy('order_history.id'),
    ).as('history'),
    jsonArrayFrom(
      eb
        .selectFrom('refunds')
        .innerJoin('payment_attempts as refunded', 'refunded.id', 'refunds.attempt_id')
        .leftJoin('refunds_due', 'refunds_due.id', 'refunds.id')
        .select(['state', 'way', 'reason', 'cause', 'refused', 'asked_at'])
        .select(['used_method', 'acquirer', 'issuer', 'transaction_id', 'refunded.paid_at'])
        .select(sql<number>`coalesce(received_amount, amount)`.as('paid'))
        .select(sql<Date>`coalesce(done_at, due_at)`.as('at'))
        .$narrowType<{ paid_at: Date }>()
        .select(shownRefundIdr.as('amount_idr'))
        .whereRef('refunds.order_id', '=', 'orders.id')
        .where(isShownRefund)
        .orderBy('due_at')
        .orderBy('refund_key'),
    ).as('refunds'),
    jsonObjectFrom(
      eb
        .selectFrom('refund_accounts')
        .select(['shown', 'set_at'])
        .whereRef('refund_accounts.order_id', '=', 'orders.id'),
    ).as('refund_account'),
    jsonArrayFrom(
      eb
        .selectFrom('payment_attempts as assigned')
        .innerJoin('unmatched_payments', 'unmatched_payments.id', 'assigned.id')
        .select('assigned.id')
        .select(sql<number>`coalesce(received_amount, assigned.amount)`.as('amount'))
        .whereRef('assigned.order_id', '=', 'orders.id')
        .where('status', '=', 'SUKSES')
        .orderBy('number'),
    ).as('assigned_payments'),
    jsonObjectFrom(
      eb.selectFrom('order_balances').select(['kept', 'due']).whereRef('order_balances.order_id', '=', 'orders.id'),
    ).as('balance'),
    deliveryBefore.as('delivery_before'),
  ])
}

export type OrderDetailRow = Awaited<ReturnType<ReturnType<typeof ordersWithHistory>['executeTakeFirstOrThrow']>>
