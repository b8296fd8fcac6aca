import type { CartCosts, CostsQuery } from '@camilan/contract/checkout'
import { addDays } from '@camilan/contract/days'
import { errorSentences } from '@camilan/contract/errors'
import { deliveryWays } from '@camilan/contract/orders'
import type { ShopSettings } from '@camilan/contract/settings'
import { type CartLine, feesOf, type PricedOrder, priceOrder, totalOf, totalOfKind } from '../orders/charges.ts'
import type { Db } from '../platform/db/db.ts'
import { presentService, servicesTo } from './delivery/delivery-services.ts'
import { untilFreeDelivery } from './delivery/until-free-delivery.ts'
import { wishableDays } from './delivery/wished-day.ts'
import { applicableDiscounts } from './discounts/applicable-discounts.ts'
import { claimGuess, dropGuess } from './discounts/voucher-guesses.ts'
import { type VoucherState, voucherState } from './discounts/voucher-state.ts'

interface Asked {
  lines: readonly (CartLine & { batchId: string | null })[]
  buyer: { id: string; phone: string | null }
  query: CostsQuery
}

/**
 * What `placeOrder` would charge for these lines. Nothing is promised: a change of the settings or a price refuses the order.
 * Without a fee for the whole place only fetching has a cost. A voucher that can't be used is counted as a guess.
 * @throws the refusals of `servicesTo`
 */
export async function cartCosts(
  db: Db,
  settings: ShopSettings,
  { lines, buyer, query: { voucher_code: code, cart_part: _, ...destination } }: Asked,
  now: Date,
): Promise<CartCosts> {
  const { parcel, services, chosen, needsSmallerPlace } = await servicesTo(db, settings, lines, destination)
  const isOffered = { pickup: settings.pickup, delivery: chosen !== undefined }
  const offered = deliveryWays.filter((way) => isOffered[way])
  const guess = code && offered.length > 0 ? { userId: buyer.id, code } : null
  const voucherCode = guess && (await claimGuess(db, guess, now)) ? guess.code : null
  const productIds = lines.map(({ productId }) => productId)
  const { discounts, hasVouchers } = await applicableDiscounts(db, { buyer, productIds, voucherCode }, now)
  const isWishable = settings.wished_days && lines.every(({ batchId }) => batchId === null)
  const wishable = isWishable ? await wishableDays(db, settings, now) : null
  const ways = offered.map((way) => {
    const service = way === 'pickup' ? null : (chosen?.service ?? null)
    const fees = { serviceFee: settings.service_fee, service, discounts }
    const priced = priceOrder(lines, fees)
    const days = wishable && { wanted_days: arrivalsOf(wishable, service ? service.days_max : 0) }
    const until_free_delivery = service && untilFreeDelivery(service, priced, discounts)
    return {
      shown: { delivery_way: way, ...presentPrice(priced), until_free_delivery, ...days },
      voucher: voucherState(lines, fees, priced),
    }
  })
  if (guess && voucherCode && ways.some(({ voucher }) => voucher !== 'unavailable')) await dropGuess(db, guess)
  return {
    weight_grams: parcel.grams,
    items_total: parcel.goods,
    services: services.map(presentService),
    needs_smaller_place: needsSmallerPlace,
    has_vouchers: hasVouchers,
    ways: ways.map(({ shown, voucher }) => ({
      ...shown,
      voucher: guess && { is_used: voucher === 'used', sentence: voucherSentences[voucher] },
    })),
  }
}

const voucherSentences: Record<VoucherState, string | null> = {
  used: null,
  replaced: 'Diskon lain untuk pesanan ini lebih besar, dan voucher ini tidak bisa digabung.',
  unavailable: errorSentences.VOUCHER_UNAVAILABLE,
}

const presentPrice = ({ charges, discounts }: PricedOrder<unknown>) => ({
  shipping_cost: totalOfKind(charges, 'delivery'),
  service_fee: totalOfKind(charges, 'service'),
  other_costs: feesOf(charges),
  total_price: totalOf(charges),
  discounts: discounts.map(({ label, goods, delivery, service }) => ({
    label,
    amount: goods + delivery + service,
    of_goods: goods,
    of_fees: delivery + service,
  })),
})

/** @param onTheWay  the most days; null or undefined: not known, so that no day can be wished */
const arrivalsOf = (handover: readonly string[], onTheWay: number | null | undefined) =>
  onTheWay == null ? [] : handover.map((day) => addDays(day, onTheWay))
