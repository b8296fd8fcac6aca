/** What delivery to a place costs. Without zod. */
import { kilogramsOf } from './delivery-weight.ts'
import { liesIn, placeAndAround } from './place-codes.ts'

/** One way to deliver to a zone. Money is whole rupiah. */
export interface DeliveryService {
  /** Buyers choose by it, and the more specific of two zones replaces the service of this name. */
  name: string
  /** False: it does not go there, also if it goes to a larger zone around. */
  delivers: boolean
  /** The courier asks the recipient for the fee: the order has no charge for it. */
  to_courier: boolean
  first_kg: number
  /** Of each kilogram after the first; 0: the fee does not depend on the weight. */
  further_kg: number
  smallest_fee: number
  /** Grams beyond a whole kilogram that don't begin the next one. */
  rounding_grams: number
  /** From this sum of goods, before discounts, delivery is free; null: never. */
  free_from: number | null
  /** Days on the way; null: not said. */
  days_min: number | null
  days_max: number | null
}

export interface DeliveryZone<Service extends DeliveryService = DeliveryService> {
  name: string
  /** Their codes. */
  places: readonly string[]
  services: readonly Service[]
}

export interface Parcel {
  grams: number
  /** The sum of the goods before discounts, in whole rupiah. */
  goods: number
}

/** What a service costs for one parcel. */
export interface ServiceFee {
  zone: string
  service: DeliveryService
  /** The charge of the order, in whole rupiah. */
  fee: number
  /** The sum of the goods has made it free. */
  is_free: boolean
}

/** Never falls with the weight, for one service and one sum of goods. */
export function feeOf(service: DeliveryService, { grams, goods }: Parcel): Pick<ServiceFee, 'fee' | 'is_free'> {
  if (service.to_courier) return { fee: 0, is_free: false }
  if (service.free_from !== null && goods >= service.free_from) return { fee: 0, is_free: true }
  const further = kilogramsOf(grams, service.rounding_grams) - 1
  return { fee: Math.max(service.smallest_fee, service.first_kg + further * service.further_kg), is_free: false }
}

/** `2-3 hari`, as the settings of a city say it; null: not said. */
export const daysText = ({ days_min, days_max }: Pick<DeliveryService, 'days_min' | 'days_max'>): string | null =>
  days_min === null || days_max === null ? null : `${days_min === days_max ? days_min : `${days_min}-${days_max}`} hari`

/** How an order goes to its place: `Kurir instan, ongkos kirim dibayar ke kurir`. Null: not said. */
export function serviceOf(delivery: { service: string | null; to_courier: boolean } | null): string | null {
  if (delivery?.service == null) return null
  return `${delivery.service}${delivery.to_courier ? ', ongkos kirim dibayar ke kurir' : ''}`
}

export const costsByWeight = ({ services }: Pick<DeliveryZone, 'services'>): boolean =>
  services.some(({ delivers, further_kg }) => delivers && further_kg > 0)

/** How two services are compared. */
export const serviceKey = ({ name }: Pick<DeliveryService, 'name'>): string => name.toLowerCase()

/**
 * One fee for each service that goes to the place, in the order in which buyers choose: by fee, those paid to the courier
 * last. For each service the zone with the most specific place decides, in whatever order the zones stand.
 * @returns nothing: the shop does not deliver there
 */
export function feesFor(zones: readonly DeliveryZone[], place: string, parcel: Parcel): ServiceFee[] {
  const around = placeAndAround(place)
  const near = zones.filter(({ places }) => places.some((code) => around.includes(code))).sort(compare)
  const chosen = new Map<string, { zone: string; service: DeliveryService }>()
  for (const code of around) {
    for (const zone of near) {
      if (!zone.places.includes(code)) continue
      for (const service of zone.services) {
        if (!chosen.has(serviceKey(service))) chosen.set(serviceKey(service), { zone: zone.name, service })
      }
    }
  }
  return [...chosen.values()]
    .filter(({ service }) => service.delivers)
    .map((one) => ({ ...one, ...feeOf(one.service, parcel) }))
    .sort(
      (a, b) =>
        Number(a.service.to_courier) - Number(b.service.to_courier) || a.fee - b.fee || compare(a.service, b.service),
    )
}

const compare = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** Whether the fee depends on a smaller place inside this one. */
export const needsSmallerPlace = (zones: readonly DeliveryZone[], place: string): boolean =>
  zones.some(({ places }) => places.some((code) => liesIn(code, place)))

/** A place whose service is named by two zones, so that its fee would depend on their order. */
export interface Overlap {
  place: string
  service: string
  /** Their indexes; twice the same if one zone has the service twice. */
  zones: [number, number]
}

export function overlapsOf(zones: readonly DeliveryZone[]): Overlap[] {
  const seen = new Map<string, number>()
  const overlaps: Overlap[] = []
  for (const [index, { places, services }] of zones.entries()) {
    for (const place of places) {
      for (const service of services) {
        const key = `${place} ${serviceKey(service)}`
        const other = seen.get(key)
        if (other === undefined) seen.set(key, index)
        else overlaps.push({ place, service: service.name, zones: [other, index] })
      }
    }
  }
  return overlaps
}

/** Whether some service goes to a place, asked for many of them. */
export function reachedIn(zones: readonly DeliveryZone[]): (place: string) => boolean {
  const at = Map.groupBy(
    zones.flatMap((zone) => zone.places.map((place) => ({ place, zone }))),
    ({ place }) => place,
  )
  const near = (place: string) => placeAndAround(place).flatMap((code) => at.get(code) ?? [])
  return (place) => {
    const found = [...new Set(near(place).map(({ zone }) => zone))]
    return feesFor(found, place, { grams: 0, goods: 0 }).length > 0
  }
}

/**
 * The places in which zones name some parts but not the place itself, with the number of parts where a service goes.
 * @param partsOf  the codes of the direct parts of a place
 */
export function gapsOf(
  zones: readonly DeliveryZone[],
  partsOf: (place: string) => readonly string[],
): { place: string; reached: number; of: number }[] {
  const named = new Set(zones.flatMap(({ places }) => places))
  const around = new Set([...named].flatMap((code) => placeAndAround(code).slice(1)))
  const isReached = reachedIn(zones)
  const holds = (place: string) => isReached(place) || [...named].some((code) => liesIn(code, place) && isReached(code))
  return [...around]
    .filter((place) => !isReached(place))
    .sort()
    .map((place) => {
      const parts = partsOf(place)
      return { place, reached: parts.filter(holds).length, of: parts.length }
    })
    .filter(({ reached, of }) => reached > 0 && reached < of)
}
