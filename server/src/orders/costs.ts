import type { City } from '@camilan/contract/cities'
import type { ShopSettings } from '@camilan/contract/settings'

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

export const sumOf = ({ shipping, service }: Costs): number => shipping + service
