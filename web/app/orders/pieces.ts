import type { Order } from '@camilan/contract/orders'

/** How many pieces an order holds, over all its products. */
export function pieces(order: Pick<Order, 'order_items'>): number {
  return order.order_items.reduce((sum, { quantity }) => sum + quantity, 0)
}
