import { type MyOrderList, type Order, type OrderDetail, type OrderList, orderStatuses } from '@camilan/contract/orders'
import type { ImageUrl } from '../media/image-url.ts'
import { paged } from '../platform/http/paged.ts'
import { otherCostsOf } from './charges.ts'
import type { BuyerOrderPage } from './my-orders.ts'
import type { OrderDetailRow, OrderPage, OrderRow } from './queries.ts'

export type OrderPresenter = ReturnType<typeof presentOrders>

/** Turns rows of orders into the shapes of the contract. */
export function presentOrders(imageUrl: ImageUrl) {
  const order = (row: OrderRow): Order => ({
    id: row.id,
    status: row.status,
    order_time: row.order_time.toISOString(),
    total_price: row.total_price,
    address: row.address,
    notes: row.notes,
    city: row.city,
    other_costs: otherCostsOf(row.charges),
    user: { name: row.buyer_name, phone: row.buyer_phone },
    order_items: row.items.map(({ id, quantity, unit_price, product_id, name, image, weight, packaging }) => ({
      id,
      quantity,
      price: unit_price * quantity,
      product: { id: product_id, name, image: imageUrl(image), price: unit_price, weight, packaging },
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
  })
  const list = ({ rows, total }: OrderPage, query: { page: number; limit: number }): OrderList => ({
    data: rows.map(order),
    pagination: paged(query, total, 'total_orders'),
  })
  return {
    list,
    myList: ({ counts, ...orders }: BuyerOrderPage, query: { page: number; limit: number }): MyOrderList => ({
      ...list(orders, query),
      orders_by_status: Object.fromEntries(
        orderStatuses.map((status) => [status, counts[status] ?? 0]),
      ) as MyOrderList['orders_by_status'],
    }),
    detail: (row: OrderDetailRow): OrderDetail => ({
      ...order(row),
      history: row.history.map(({ at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() })),
    }),
  }
}
