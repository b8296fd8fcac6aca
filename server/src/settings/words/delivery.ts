import { type City, cities } from '@camilan/contract/cities'
import type { DeliveryService, DeliveryZone } from '@camilan/contract/delivery-fees'
import { placesOfCity } from '@camilan/contract/place-codes'
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

/** The one service of the first zone. */
const firstServiceName = 'Reguler'

/** What the settings say of a delivery. Without a city the usual cost applies. */
export function firstService(settings: DeliverySettings, city: City | null | undefined): DeliveryService {
  const { cost, per_kg } = deliveryCost(settings, city)
  const { delivers, days } = city ? settings.cities[city] : { delivers: true, days: null }
  return {
    name: firstServiceName,
    delivers,
    to_courier: false,
    first_kg: cost,
    further_kg: per_kg ? cost : 0,
    smallest_fee: 0,
    rounding_grams: 0,
    free_from: null,
    ...daysOf(days ?? usualDays),
  }
}

/** The settings of delivery in the form of zones, one for each city, as each may have a cost of its own. */
export const firstZones = (settings: DeliverySettings): DeliveryZone[] =>
  cities.map((city) => ({ name: city, places: placesOfCity[city], services: [firstService(settings, city)] }))

/** Of `2-3 hari` or `1 hari`; in other words there are no numbers to rely on. */
function daysOf(text: string): Pick<DeliveryService, 'days_min' | 'days_max'> {
  const [, min, max = min] = /^(\d{1,2})(?:\s?[-–]\s?(\d{1,2}))? hari$/i.exec(text) ?? []
  const isRange = min !== undefined && Number(min) <= Number(max)
  return isRange ? { days_min: Number(min), days_max: Number(max) } : { days_min: null, days_max: null }
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
