import type { Discount } from '@camilan/contract/pricing'
import { type CartLine, type Priced, type PricedOrder, priceOrder } from '../../orders/charges.ts'

/** `replaced`: another discount is worth more, and the two can't be combined. */
export type VoucherState = 'used' | 'replaced' | 'unavailable'

/** What became of the voucher that the buyer named. */
export function voucherState(
  lines: readonly CartLine[],
  fees: Priced,
  { discounts: given }: Pick<PricedOrder<unknown>, 'discounts'>,
): VoucherState {
  const isVoucher = ({ source }: Pick<Discount, 'source'>) => source === 'voucher'
  const voucher = fees.discounts?.find(isVoucher)
  if (!voucher) return 'unavailable'
  if (given.some(isVoucher)) return 'used'
  return priceOrder(lines, { ...fees, discounts: [voucher] }).discounts.length > 0 ? 'replaced' : 'unavailable'
}
