import { trackingOf } from '@camilan/contract/couriers'
import {
  type AdminOrderList,
  type MyOrderList,
  type Order,
  type OrderDetail,
  orderStatuses,
} from '@camilan/contract/orders'
import { isPaymentMethod, type PaymentMethod } from '@camilan/contract/payment-methods'
import { byHandFrom } from '@camilan/contract/refund-by-hand'
import type { ImageUrl } from '../media/files/image-url.ts'
import { paged } from '../platform/http/paged.ts'
import type { AdminOrderPage } from './admin-orders.ts'
import { otherCostsOf, totalOf } from './charges.ts'
import type { BuyerOrderPage } from './my-orders.ts'
import { deliveryFields, type OrderDetailRow, type OrderRow, type StatusCounts } from './queries.ts'

export type BuyerOrderPresenter = ReturnType<typeof presentBuyerOrders>
export type AdminOrderPresenter = ReturnType<typeof presentAdminOrders>

/** The day on which an order is handed over that is not sent yet; null: not known. */
export type HandoverFor = (order: Pick<OrderRow, 'handover_on' | 'paid_at'>) => string | null

/** Turns rows of orders into the buyer's view. */
export function presentBuyerOrders(imageUrl: ImageUrl, handoverFor: HandoverFor = () => null) {
  const { order, detail } = presentOrder(imageUrl, handoverFor)
  return {
    list: ({ rows, total, counts }: BuyerOrderPage, query: PageQuery): MyOrderList => ({
      data: rows.map(order),
      pagination: paged(query, total, 'total_orders'),
      orders_by_status: byStatus(counts),
    }),
    detail,
  }
}

/** Turns rows of orders into the administrators' view. */
export function presentAdminOrders(imageUrl: ImageUrl, handoverFor: HandoverFor = () => null) {
  const { order, detail } = presentOrder(imageUrl, handoverFor)
  const orders = (rows: OrderRow[]) => rows.map((row) => forSeller(row, order(row)))
  return {
    orders,
    list: ({ rows, total, counts }: AdminOrderPage, query: PageQuery): AdminOrderList => ({
      data: orders(rows),
      pagination: paged(query, total, 'total_orders'),
      orders_by_status: counts && byStatus(counts.statuses),
      orders_by_packing: counts?.packing ?? null,
    }),
    detail: (row: OrderDetailRow): OrderDetail => ({
      ...forSeller(row, detail(row)),
      assigned_payments: row.assigned_payments,
      balance: row.balance as OrderDetail['balance'],
    }),
  }
}

const byStatus = (counts: StatusCounts) =>
  Object.fromEntries(orderStatuses.map((status) => [status, counts[status] ?? 0])) as MyOrderList['orders_by_status']

/** With the seller's own note, and whether the money was taken back and the goods are packed: its buyer reads none of it. */
function forSeller<Shown extends Order>(row: OrderRow, order: Shown): Shown {
  const reversed_at = row.reversed_at?.toISOString() ?? null
  return {
    ...order,
    note: row.seller_note,
    payment_hold_at: row.payment_hold_at?.toISOString() ?? null,
    packed_at: row.packed_at?.toISOString() ?? null,
    weight_grams: sentGrams(row),
    transaction: { ...order.transaction, reversed_at, reversed_state: row.reversed_state },
  }
}

function sentGrams({ items }: OrderRow): number | null {
  const sent = items.map(({ grams, quantity, taken_quantity: taken }) => ({ grams, pieces: quantity - taken }))
  if (sent.some(({ grams, pieces }) => grams === null && pieces > 0)) return null
  return sent.reduce((sum, { grams, pieces }) => sum + (grams ?? 0) * pieces, 0)
}

/** The fields that buyers and administrators see alike. */
function presentOrder(imageUrl: ImageUrl, handoverFor: HandoverFor) {
  const order = (row: OrderRow): Order => ({
    ...fieldsOf(row),
    wanted_on: row.wanted_on,
    handover_on: row.status === 'DIPROSES' || row.status === 'DIBAYAR' ? handoverFor(row) : null,
    ...(row.promised_on !== null && { promised_on: row.promised_on }),
    order_items: itemsOf(row, imageUrl),
    transaction: transactionOf(row),
    shipment: shipmentOf(row),
  })
  const detail = (row: OrderDetailRow): OrderDetail => ({
    ...order(row),
    history: historyOf(row),
    refunds: row.refunds.map(refundOf),
    refund_account: row.refund_account && {
      shown: row.refund_account.shown,
      set_at: new Date(row.refund_account.set_at).toISOString(),
    },
    former_delivery: formerDelivery(row),
  })
  return { order, detail }
}

interface PageQuery {
  page: number
  limit: number
}

const fieldsOf = (row: OrderRow) => ({
  id: row.id,
  status: row.status,
  order_time: row.order_time.toISOString(),
  total_price: row.total_price,
  address: row.address,
  notes: row.notes,
  city: row.city,
  delivery_way: row.delivery_way,
  delivery: row.delivery,
  other_costs: otherCostsOf(row.charges),
  discount: discountOf(row),
  charges: row.charges.map(({ kind, label, amount_idr: amount }) => ({ kind, label, amount })),
  source: row.source,
  user: { name: row.buyer_name, phone: row.buyer_phone || null },
  completes_at: row.status === 'DIKIRIM' ? (row.completes_at?.toISOString() ?? null) : null,
})

function discountOf({ charges }: OrderRow): Order['discount'] {
  const discounts = charges.filter(({ kind }) => kind === 'discount')
  if (discounts.length === 0) return null
  return { amount: -totalOf(discounts), reason: discounts.map(({ label }) => label).join(', ') }
}

const itemsOf = (row: OrderRow, imageUrl: ImageUrl): Order['order_items'] =>
  row.items.map(({ id, quantity, taken_quantity, unit_price: price, discount_idr, product_id, parts, ...item }) => {
    const { batch_id, batch, ...product } = item
    return {
      id,
      quantity,
      taken_quantity,
      price: price * quantity,
      discount: Number(discount_idr),
      product: { id: product_id, ...product, ...imageUrl.withLook(product.image), price },
      parts: parts.length > 0 ? parts : null,
      ...(batch_id && batch && { batch_id, batch }),
    }
  })

const transactionOf = (row: OrderRow): Order['transaction'] => ({
  status: row.payment_status,
  payment_type: row.payment_type,
  va_number: row.va_number,
  chosen_method: methodOf(row.chosen_method),
  method: usedMethodOf(row),
  biller_code: row.biller_code,
  bill_key: row.bill_key,
  payment_code: row.payment_code,
  issuer: row.issuer,
  by_hand: row.by_hand,
  paid_at: row.paid_at?.toISOString() ?? null,
  is_settled: row.paid_at !== null && !row.reversed_at && !row.payment_hold_at,
  expires_at: earliest(row.payment_expires_at, row.expires_at).toISOString(),
  order_expires_at: row.expires_at.toISOString(),
  refunded_at: row.refunded_at?.toISOString() ?? null,
})

const earliest = (...times: Date[]) => new Date(Math.min(...times.map(Number)))

/** Null also for a method that a later release wrote. */
const methodOf = (name: string | null): PaymentMethod | null => (name !== null && isPaymentMethod(name) ? name : null)

/** A release from before there were several methods stores none. It offers BCA alone. */
export const usedMethodOf = ({ used_method, payment_type }: Pick<OrderRow, 'used_method' | 'payment_type'>) =>
  methodOf(used_method ?? (payment_type === 'bank_transfer' ? 'bca_va' : null))

const shipmentOf = (row: OrderRow): Order['shipment'] =>
  row.shipped_at && {
    courier: row.courier,
    tracking_number: row.tracking_number,
    shipped_at: row.shipped_at.toISOString(),
    tracking: trackingOf(row.courier, row.tracking_number),
  }

/** JSON from the database has its times as texts. */
function refundOf(refund: OrderDetailRow['refunds'][number]): OrderDetail['refunds'][number] {
  const { amount_idr: amount, state, way, reason, cause, refused, asked_at, at, ...payment } = refund
  const byHand = refused === null ? byHandFrom({ ...payment, paid_at: new Date(payment.paid_at) }, amount) : asked_at
  return {
    amount,
    state,
    way,
    reason,
    cause,
    at: new Date(at).toISOString(),
    by_hand_from: state === 'due' && byHand !== null ? new Date(byHand).toISOString() : null,
  }
}

function formerDelivery(row: OrderDetailRow): OrderDetail['former_delivery'] {
  const present = { recipient: row.buyer_name, phone: row.buyer_phone || null, address: row.address, city: row.city }
  const former = { ...present, ...row.delivery_before }
  return deliveryFields.some((field) => former[field] !== present[field]) ? former : null
}

const historyOf = (row: OrderDetailRow): OrderDetail['history'] =>
  row.history.map(({ at, by_link, ...entry }) => ({
    ...entry,
    at: new Date(at).toISOString(),
    ...(by_link && { by_link }),
  }))
