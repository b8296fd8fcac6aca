import type { CartCosts } from '@camilan/contract/checkout'
import { deliveryWays } from '@camilan/contract/orders'
import type { ShopSettings } from '@camilan/contract/settings'
import { type CartLine, feesOf, priceOrder, totalOf, totalOfKind } from '../orders/charges.ts'
import type { Db } from '../platform/db/db.ts'
import { type Destination, presentService, servicesTo } from './delivery-services.ts'

/**
 * What `placeOrder` would charge for these lines. Nothing is promised: a change of the settings or a price refuses the order.
 * Without a fee for the whole place only fetching has a cost.
 * @throws the refusals of `servicesTo`
 */
export async function cartCosts(
  db: Db,
  lines: readonly CartLine[],
  settings: ShopSettings,
  destination: Destination,
): Promise<CartCosts> {
  const { parcel, services, chosen, needsSmallerPlace } = await servicesTo(db, settings, lines, destination)
  const isOffered = { pickup: settings.pickup, delivery: chosen !== undefined }
  return {
    weight_grams: parcel.grams,
    items_total: parcel.goods,
    services: services.map(presentService),
    needs_smaller_place: needsSmallerPlace,
    ways: deliveryWays
      .filter((way) => isOffered[way])
      .map((way) => {
        const service = way === 'pickup' ? null : (chosen?.service ?? null)
        const { charges } = priceOrder(lines, { serviceFee: settings.service_fee, service })
        return {
          delivery_way: way,
          shipping_cost: totalOfKind(charges, 'delivery'),
          service_fee: totalOfKind(charges, 'service'),
          other_costs: feesOf(charges),
          total_price: totalOf(charges),
        }
      }),
  }
}
