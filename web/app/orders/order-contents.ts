import type { Order } from '@camilan/contract/orders'
import { formatNumber } from '~/platform/formats'

const maxNamed = 2

/**
 * The products of an order in a line: `2 Nastar, 1 Kastengel dan 3 lainnya`, where 3 is the number of further products. Those
 * of a paid order are all named, because they are being packed.
 */
export function contentsOf({ status, order_items: items }: Pick<Order, 'status' | 'order_items'>): string {
  const named = status === 'DIBAYAR' ? items : items.slice(0, maxNamed)
  const further = items.length - named.length
  return (
    named.map(({ quantity, product }) => `${formatNumber(quantity)} ${product.name}`).join(', ') +
    (further > 0 ? ` dan ${formatNumber(further)} lainnya` : '')
  )
}
