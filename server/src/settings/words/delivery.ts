import { daysOnTheWay } from '@camilan/contract/arrival'
import { type City, cities } from '@camilan/contract/cities'
import { type DeliveryService, type DeliveryZone, daysText, feeOf } from '@camilan/contract/delivery-fees'
import { placesOfCity } from '@camilan/contract/place-codes'
import type { NamedPlace } from '@camilan/contract/places'
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
    ...daysOnTheWay(days ?? usualDays),
  }
}

/** The settings of delivery in the form of zones, one for each city, as each may have a cost of its own. */
export const firstZones = (settings: DeliverySettings): DeliveryZone[] =>
  cities.map((city) => ({ name: city, places: placesOfCity[city], services: [firstService(settings, city)] }))

/** All zones. A city that is switched off is not delivered to, unless a stored zone names its place. */
export function allZones(settings: ShopSettings, stored: readonly DeliveryZone[]): DeliveryZone[] {
  const named = new Set(stored.flatMap(({ places }) => places))
  const first = firstZones(settings).map((zone) =>
    zone.services.some(({ delivers }) => delivers)
      ? zone
      : { ...zone, places: zone.places.filter((place) => !named.has(place)) },
  )
  return [...first, ...stored]
}

export function deliveryCities(settings: ShopSettings): DeliveryCity[] {
  return cities
    .filter((name) => settings.cities[name].delivers)
    .map((name) => ({ name, ...deliveryCost(settings, name), days: settings.cities[name].days ?? usualDays }))
}

/** @param zones  all but the first; `places`: where they and the first reach */
export function deliveryOf(
  settings: ShopSettings,
  zones: readonly DeliveryZone[],
  places: readonly NamedPlace[],
): Delivery {
  const open = deliveryCities(settings)
  const offers = [...open, ...zones.flatMap(({ services }) => services.flatMap(offerOf))]
  const [costs, days] = [new Set(offers.map(({ cost }) => cost)), new Set(offers.map(({ days }) => days))]
  const weighed = new Set(offers.map(({ per_kg }) => per_kg))
  const cost = offers.length === 0 ? 0 : Math.min(...costs)
  return {
    hasZones: zones.length > 0,
    names: listFormat.format(namesOf(open, zones, places)),
    isEverywhere: zones.length === 0 && open.length === cities.length,
    cost,
    isOneCost: zones.length === 0 && costs.size === 1 && weighed.size === 1,
    isPerKg: offers.every((offer) => offer.cost > cost || offer.per_kg),
    days: days.size === 1 ? ([...days][0] ?? null) : null,
  }
}

/** What the pages say of a service in a sentence about all of them: it goes somewhere, and the order pays it. */
const offerOf = (service: DeliveryService) =>
  service.delivers && !service.to_courier
    ? [
        {
          cost: feeOf(service, { grams: 1_000, goods: 0 }).fee,
          per_kg: service.further_kg > 0,
          days: daysText(service),
        },
      ]
    : []

const maxNames = 5

/** The cities, then places of the other zones; more than a sentence holds are the last word. */
function namesOf(open: readonly DeliveryCity[], zones: readonly DeliveryZone[], places: readonly NamedPlace[]) {
  const others = new Set(zones.flatMap((zone) => zone.places))
  const names = [
    ...open.map(({ name }) => name as string),
    ...places.flatMap(({ code, name }) => (others.has(code) ? [name] : [])),
  ]
  return names.length <= maxNames ? names : [...names.slice(0, maxNames), 'daerah lain']
}
