import type { Order } from '@camilan/contract/orders'
import { formatNumber } from '~/platform/formats'

const maxNamed = 2

/** The products of an order in a line: `2 Nastar, 1 Kastengel dan 3 lainnya`, where 3 is the number of further products. */
export function contentsOf({ order_items: items }: Pick<Order, 'order_items'>): string {
  const named = items.slice(0, maxNamed).map(({ quantity, product }) => `${formatNumber(quantity)} ${product.name}`)
  const further = items.length - named.length
  return named.join(', ') + (further > 0 ? ` dan ${formatNumber(further)} lainnya` : '')
}
