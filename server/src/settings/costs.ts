import { type City, cities } from '@camilan/contract/cities'
import type { ShopSettings } from '@camilan/contract/settings'
import type { DeliveryCity } from '@camilan/contract/shop'

/** Whole rupiah. */
export interface Costs {
  shipping: number
  service: number
}

/** What is added to the goods of an order. Without a city it is the cost of the cities that have none of their own. */
export function costsOf(settings: ShopSettings, city: City | null | undefined): Costs {
  const { shipping_cost, service_fee, cities } = settings
  return { shipping: (city && cities[city].cost) ?? shipping_cost, service: service_fee }
}

export function deliveryCities({ cities: settings, shipping_cost }: ShopSettings): DeliveryCity[] {
  return cities.map((name) => {
    const { cost, days, delivers } = settings[name]
    return { name, cost: cost ?? shipping_cost, days, delivers }
  })
}

export const sumOf = ({ shipping, service }: Costs): number => shipping + service
