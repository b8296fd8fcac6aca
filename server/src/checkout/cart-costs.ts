import type { CartCosts } from '@camilan/contract/checkout'
import type { City } from '@camilan/contract/cities'
import { gramsOf } from '@camilan/contract/delivery-weight'
import { deliveryWays } from '@camilan/contract/orders'
import type { ShopSettings } from '@camilan/contract/settings'
import { chargesOf, otherCostsOf, type PricedLine, totalOf, totalOfKind } from '../orders/charges.ts'
import { CityUnavailable } from './errors.ts'

/**
 * What `placeOrder` would charge for these lines. Nothing is promised: a change of the settings or a price refuses the order.
 * @param city  null: the usual cost of delivery
 * @throws {CityUnavailable} the shop does not deliver to this city now
 */
export function cartCosts(lines: readonly PricedLine[], settings: ShopSettings, city: City | null): CartCosts {
  if (city !== null && !settings.cities[city].delivers) throw new CityUnavailable(city)
  const ways = deliveryWays.filter((way) => way !== 'pickup' || settings.pickup)
  return {
    weight_grams: gramsOf(lines),
    items_total: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    ways: ways.map((way) => {
      const charges = chargesOf(lines, settings, { way, city })
      return {
        delivery_way: way,
        shipping_cost: totalOfKind(charges, 'delivery'),
        service_fee: totalOfKind(charges, 'service'),
        other_costs: otherCostsOf(charges),
        total_price: totalOf(charges),
      }
    }),
  }
}
