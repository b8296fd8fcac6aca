import type { DeliveryService } from '@camilan/contract/delivery-fees'
import type { Discount } from '@camilan/contract/pricing'
import { type CartLine, goodsOf, type PricedOrder, totalOfKind } from '../../orders/charges.ts'

/**
 * How much more the goods must cost, before discounts, so that delivery is free: by the service, or by an automatic discount of
 * the whole fee, whichever is nearer. Null: it is free already, or nothing makes it free.
 */
export function untilFreeDelivery(
  { free_from, to_courier }: DeliveryService,
  { charges, lines, discounts: given }: PricedOrder<CartLine>,
  discounts: readonly Discount[],
): number | null {
  const fee = totalOfKind(charges, 'delivery')
  if (to_courier || given.reduce((rest, { delivery }) => rest - delivery, fee) <= 0) return null
  const byDiscount = discounts
    .filter((one) => one.kind === 'delivery' && one.source === 'automatic' && one.amount >= fee)
    .map(({ least_sum = 0, lines: its }) => {
      return least_sum - goodsOf(lines.filter(({ productId }) => its?.includes(productId) ?? true))
    })
  const missing = [...(free_from === null ? [] : [free_from - goodsOf(lines)]), ...byDiscount].filter((sum) => sum > 0)
  return missing.length === 0 ? null : Math.min(...missing)
}
