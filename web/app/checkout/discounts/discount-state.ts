import type { AdminDiscount, AdminVoucher } from '@camilan/contract/discounts'
import { jakartaDay } from '@camilan/contract/jakarta'

export type AnyDiscount = AdminDiscount | AdminVoucher

/** Whoever does not type a code gets it, or whoever types one. */
export const isVoucher = (discount: AnyDiscount): discount is AdminVoucher => 'codes' in discount

export type DiscountState = 'coming' | 'running' | 'usedUp' | 'ended'

/** A number of uses is that of each code. */
export function stateOf(discount: AnyDiscount, now: Date): DiscountState {
  const today = jakartaDay(now)
  if (discount.ended_at !== null || (discount.until !== null && discount.until < today)) return 'ended'
  const uses = isVoucher(discount) ? discount.codes.map((code) => code.uses) : [discount.uses]
  const { most_uses: most } = discount
  if (most !== null && uses.every((used) => used >= most)) return 'usedUp'
  return discount.from !== null && discount.from > today ? 'coming' : 'running'
}
