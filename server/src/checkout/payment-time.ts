import type { PaymentTime } from '@camilan/contract/orders'
import type { BuyerHistory } from '../orders/queries.ts'

export interface PaymentTerms {
  /** How long an unpaid order holds its stock. */
  expiryMinutes: number
  /** The same for a customer who has never paid and takes a large part of a product's stock. */
  newBuyerLargeOrderMinutes: number
}

interface Line {
  productId: string
  quantity: number
  /** Of the product, before this order takes its part. */
  stock: number
}

const largeQuantity = 5
const largeShare = 1 / 3

/**
 * How long an order of these lines may stay unpaid. A customer who has never paid and whose unpaid orders, together with
 * this one, take more than five pieces and more than a third of a product's stock gets less time than others.
 */
export function paymentTime(
  { hasPaid, held }: Pick<BuyerHistory, 'hasPaid' | 'held'>,
  { lines, terms }: { lines: readonly Line[]; terms: PaymentTerms },
): PaymentTime {
  const { expiryMinutes, newBuyerLargeOrderMinutes } = terms
  const isLarge = lines.some(({ productId, quantity, stock }) => {
    const heldBefore = held[productId] ?? 0
    const taken = heldBefore + quantity
    return taken > largeQuantity && taken > (heldBefore + stock) * largeShare
  })
  const isShortened = newBuyerLargeOrderMinutes < expiryMinutes && !hasPaid && isLarge
  return { minutes: isShortened ? newBuyerLargeOrderMinutes : expiryMinutes, is_shortened: isShortened }
}
