import { type City, cities } from '@camilan/contract/cities'
import type { ShopSettings } from '@camilan/contract/settings'
import type { Delivery, DeliveryCity } from '@camilan/contract/shop'

/** The delivery time without a setting. */
const usualDays = '2-3 hari'

export const listFormat = new Intl.ListFormat('id', { type: 'conjunction' })

type DeliverySettings = Pick<ShopSettings, 'cities' | 'shipping_cost' | 'delivery_per_kg'>

/** What a delivery costs, and whether that is for each kilogram begun. Without a city the usual cost applies. */
export function deliveryCost({ cities: settings, ...usual }: DeliverySettings, city: City | null | undefined) {
  const { cost, per_kg } = city ? settings[city] : { cost: null, per_kg: null }
  return { cost: cost ?? usual.shipping_cost, per_kg: per_kg ?? usual.delivery_per_kg }
}

export function deliveryCities(settings: ShopSettings): DeliveryCity[] {
  return cities
    .filter((name) => settings.cities[name].delivers)
    .map((name) => ({ name, ...deliveryCost(settings, name), days: settings.cities[name].days ?? usualDays }))
}

export function deliveryOf(settings: ShopSettings): Delivery {
  const open = deliveryCities(settings)
  const [costs, days] = [new Set(open.map(({ cost }) => cost)), new Set(open.map(({ days }) => days))]
  const weighed = new Set(open.map(({ per_kg }) => per_kg))
  const cost = Math.min(...costs)
  return {
    names: listFormat.format(open.map(({ name }) => name)),
    isEverywhere: open.length === cities.length,
    cost,
    isOneCost: costs.size === 1 && weighed.size === 1,
    isPerKg: open.every((city) => city.cost > cost || city.per_kg),
    days: days.size === 1 ? [...days].join() : null,
  }
}
