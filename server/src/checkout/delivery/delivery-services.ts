import type { PlaceServices, ServiceOffer } from '@camilan/contract/checkout'
import type { City } from '@camilan/contract/cities'
import {
  type DeliveryZone,
  feeOf,
  feesFor,
  needsSmallerPlace,
  type Parcel,
  type ServiceFee,
  serviceKey,
} from '@camilan/contract/delivery-fees'
import { gramsOf } from '@camilan/contract/delivery-weight'
import { fullNameOf } from '@camilan/contract/place-codes'
import type { ShopSettings } from '@camilan/contract/settings'
import { type CartLine, goodsOf } from '../../orders/charges.ts'
import type { Db } from '../../platform/db/db.ts'
import { placeOf } from '../../settings/places/places.ts'
import type { Settings } from '../../settings/settings.ts'
import { allZones, firstService } from '../../settings/words/delivery.ts'
import { storedZonesAt } from '../../settings/zones/queries.ts'
import { CityUnavailable, ServiceUnavailable } from '../errors.ts'

/** Where an order goes. Without a place its city counts, and without both the usual cost applies. */
export interface Destination {
  city?: City | null | undefined
  place?: string | null | undefined
  delivery_service?: string | null | undefined
}

export interface DeliveryServices {
  parcel: Parcel
  /** Of the place; null without one. */
  placeName: string | null
  services: ServiceFee[]
  /** The wanted one, or the first. */
  chosen: ServiceFee | undefined
  needsSmallerPlace: boolean
}

/**
 * The services for a delivery of these lines.
 * @throws {CityUnavailable} the shop does not deliver there now
 * @throws {ServiceUnavailable} the wanted service does not go there
 */
export async function servicesTo(
  db: Db,
  settings: ShopSettings,
  lines: readonly CartLine[],
  { city, place, delivery_service }: Destination,
): Promise<DeliveryServices> {
  const parcel = { grams: gramsOf(lines), goods: goodsOf(lines) }
  const found = place == null ? atCity(settings, city, parcel) : await atPlace(db, settings, place, parcel)
  if (found.services.length === 0 && !found.needsSmallerPlace) throw new CityUnavailable(found.placeName ?? city ?? '')
  const [first] = found.services
  const wanted = delivery_service && serviceKey({ name: delivery_service })
  const chosen = wanted ? found.services.find(({ service }) => serviceKey(service) === wanted) : first
  if (!chosen && delivery_service && !found.needsSmallerPlace) throw new ServiceUnavailable(delivery_service)
  return { parcel, chosen, ...found }
}

type Found = Pick<DeliveryServices, 'placeName' | 'services' | 'needsSmallerPlace'>

function atCity(settings: ShopSettings, city: City | null | undefined, parcel: Parcel): Found {
  const service = firstService(settings, city)
  const services = service.delivers ? [{ zone: city ?? '', service, ...feeOf(service, parcel) }] : []
  return { placeName: null, services, needsSmallerPlace: false }
}

async function atPlace(db: Db, settings: ShopSettings, code: string, parcel: Parcel): Promise<Found> {
  const place = placeOf(code)
  if (!place) throw new CityUnavailable(code)
  return { placeName: fullNameOf(place), ...offersAt(allZones(settings, await storedZonesAt(db, code)), code, parcel) }
}

const offersAt = (zones: readonly DeliveryZone[], code: string, parcel: Parcel) => ({
  services: feesFor(zones, code, parcel),
  needsSmallerPlace: needsSmallerPlace(zones, code),
})

/**
 * What delivery of any parcel to a place costs, by the settings in memory.
 * @throws {CityUnavailable} the shop does not deliver there now
 */
export function placeServices({ current, zones }: Settings, code: string, parcel: Parcel): PlaceServices {
  const place = placeOf(code)
  const { services, needsSmallerPlace: needs_smaller_place } = offersAt(allZones(current(), zones()), code, parcel)
  if (!place || (services.length === 0 && !needs_smaller_place)) {
    throw new CityUnavailable(place ? fullNameOf(place) : code)
  }
  const { name, kind, within } = place
  return { place: { code, name, kind, within }, services: services.map(presentService), needs_smaller_place }
}

export const presentService = ({ zone, service, fee: cost, is_free }: ServiceFee): ServiceOffer => {
  const { name, to_courier, days_min, days_max } = service
  return { name, zone, cost, is_free, to_courier, days_min, days_max }
}
