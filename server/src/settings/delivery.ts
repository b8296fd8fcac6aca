import { cities } from '@camilan/contract/cities'
import type { ShopSettings } from '@camilan/contract/settings'
import type { Delivery, DeliveryCity } from '@camilan/contract/shop'

/** The delivery time without a setting. */
const usualDays = '2-3 hari'

export const listFormat = new Intl.ListFormat('id', { type: 'conjunction' })

export function deliveryCities({ cities: settings, shipping_cost }: ShopSettings): DeliveryCity[] {
  return cities
    .filter((name) => settings[name].delivers)
    .map((name) => ({ name, cost: settings[name].cost ?? shipping_cost, days: settings[name].days ?? usualDays }))
}

export function deliveryOf(settings: ShopSettings): Delivery {
  const open = deliveryCities(settings)
  const [costs, days] = [new Set(open.map(({ cost }) => cost)), new Set(open.map(({ days }) => days))]
  return {
    names: listFormat.format(open.map(({ name }) => name)),
    isEverywhere: open.length === cities.length,
    cost: Math.min(...costs),
    isOneCost: costs.size === 1,
    isPerKg: settings.delivery_per_kg,
    days: days.size === 1 ? [...days].join() : null,
  }
}
