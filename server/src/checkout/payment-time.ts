import type { PaymentTime } from '@camilan/contract/checkout'
import type { ShopSettings } from '@camilan/contract/settings'
import type { StockLine } from '../products/stock.ts'
import type { BuyerHistory } from './buyer-history.ts'

type PaymentTerms = Pick<ShopSettings, 'payment_expiry_minutes' | 'new_buyer_large_order_minutes'>

interface Demand extends Pick<StockLine, 'productId' | 'quantity'> {
  /** The stock of the product, before this order takes its part. */
  stock: number
}

const largeQuantity = 5
const largeShare = 1 / 3

/**
 * The time for which an order that takes this of the stock may stay unpaid. A customer who has never paid gets less time for large
 * unpaid orders: more than five pieces, and more than a third of a product's stock, including this order.
 */
export function paymentTime(
  { hasPaid, held }: Pick<BuyerHistory, 'hasPaid' | 'held'>,
  { demands, settings }: { demands: readonly Demand[]; settings: PaymentTerms },
): PaymentTime {
  const { payment_expiry_minutes: expiryMinutes, new_buyer_large_order_minutes: newBuyerLargeOrderMinutes } = settings
  const isLarge = demands.some(({ productId, quantity, stock }) => {
    const heldBefore = held[productId] ?? 0
    const taken = heldBefore + quantity
    return taken > largeQuantity && taken > (heldBefore + stock) * largeShare
  })
  const isShortened = newBuyerLargeOrderMinutes < expiryMinutes && !hasPaid && isLarge
  return { minutes: isShortened ? newBuyerLargeOrderMinutes : expiryMinutes, is_shortened: isShortened }
}
