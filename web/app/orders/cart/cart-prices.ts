import type { CartItem } from '@camilan/contract/cart'
import { unitPricesOf } from '@camilan/contract/pricing'

type Priced = Pick<CartItem, 'id' | 'quantity' | 'price'> & {
  product: Pick<CartItem['product'], 'id' | 'group_id' | 'price' | 'single_price' | 'price_steps' | 'is_own_price'>
}

/** Lines of one group count together for the steps: the sizes of a product, or one from the stock and in batches. */
const groupOf = ({ product }: Priced): string => product.group_id ?? product.id

/** Lines at the prices of these quantities alone, for a cart whose prices the server has not said yet. */
export function reprice<Line extends Priced>(lines: readonly Line[]): Line[] {
  const goods = lines.map((line) => {
    const { id: key, quantity, product } = line
    const { single_price: price, price_steps: steps, is_own_price: isOwn } = product
    return { key, quantity, price, steps, group: groupOf(line), customer_price: isOwn ? product.price : undefined }
  })
  const prices = unitPricesOf(goods)
  return lines.map((line, index) => {
    const price = prices[index]?.unit_price ?? line.product.price
    return { ...line, price: price * line.quantity, product: { ...line.product, price } }
  })
}

/** The pieces that count with a line for the steps of its price. */
export const togetherWith = (line: Priced, lines: readonly Priced[]): number =>
  lines.filter((other) => groupOf(other) === groupOf(line)).reduce((sum, { quantity }) => sum + quantity, 0)
