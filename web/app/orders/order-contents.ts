import { chargeName } from '@camilan/contract/order-values'
import type { Order } from '@camilan/contract/orders'
import { formatNumber } from '~/platform/state/formats'

const maxNamed = 2

/**
 * The products of an order in a line: `2 Nastar, 1 Kastengel dan 3 lainnya`, where 3 is the number of further products. Those
 * of a paid order are all named, because they are being packed.
 */
export function contentsOf({ status, ...order }: Pick<Order, 'status' | 'order_items'>): string {
  const items = sentItems(order)
  const named = status === 'DIBAYAR' ? items : items.slice(0, maxNamed)
  const further = items.length - named.length
  return (
    named.map(({ quantity, product }) => `${formatNumber(quantity)} ${product.name}`).join(', ') +
    (further > 0 ? ` dan ${formatNumber(further)} lainnya` : '')
  )
}

/** The items of an order with the pieces that are sent. */
export const sentItems = ({ order_items }: Pick<Order, 'order_items'>) =>
  order_items
    .map((item) => ({ ...item, quantity: item.quantity - item.taken_quantity }))
    .filter(({ quantity }) => quantity > 0)

/** The number of pieces that are sent, over all products of an order. */
export const countPieces = (order: Pick<Order, 'order_items'>): number =>
  sentItems(order).reduce((sum, { quantity }) => sum + quantity, 0)

/** The goods inside a sentence: `Nastar`, `Nastar dan Kastengel`, `Nastar dan 2 lainnya`. */
export function goodsOf(order: Pick<Order, 'order_items'>): string {
  const [first = 'Pesanan', second, ...others] = sentItems(order).map(({ product }) => product.name)
  if (second === undefined) return first
  return `${first} dan ${others.length === 0 ? second : `${formatNumber(others.length + 1)} lainnya`}`
}

/** The lines of an order's cost, with the names of the form in which it was placed. */
export const costLines = ({ charges, total_price }: Pick<Order, 'charges' | 'total_price'>) => [
  ...charges
    .filter(({ kind, amount }) => kind === 'goods' || amount !== 0)
    .map((charge) => ({ name: chargeName(charge), amount: charge.amount, isTotal: false })),
  { name: 'Total Pembayaran', amount: total_price, isTotal: true },
]
