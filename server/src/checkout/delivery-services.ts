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
import type { ShopSettings } from '@camilan/contract/settings'
import { goodsOf, type PricedLine } from '../orders/charges.ts'
import type { Db } from '../platform/db/db.ts'
import { fullNameOf, placeOf } from '../settings/places/places.ts'
import { firstService } from '../settings/words/delivery.ts'
import { allZones } from '../settings/zones/first-zone.ts'
import { storedZonesAt } from '../settings/zones/queries.ts'
import { CityUnavailable, ServiceUnavailable } from './errors.ts'

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
  lines: readonly PricedLine[],
  { city, place, delivery_service }: Destination,
): Promise<DeliveryServices> {
  const parcel = { grams: gramsOf(lines), goods: goodsOf(lines) }
  const found = place == null ? atCity(settings, city, parcel) : await atPlace(db, settings, place, parcel)
  if (found.services.length === 0 && !found.needsSmallerPlace) throw new CityUnavailable(found.placeName ?? city ?? '')
  const [first] = found.services
  const wanted = delivery_service && serviceKey({ name: delivery_service })
  const chosen = wanted ? found.services.find(({ service }) => serviceKey(service) === wanted) : first
  if (!chosen && delivery_service) throw new ServiceUnavailable(delivery_service)
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
  const zones: DeliveryZone[] = allZones(settings, await storedZonesAt(db, code))
  return {
    placeName: fullNameOf(place),
    services: feesFor(zones, code, parcel),
    needsSmallerPlace: needsSmallerPlace(zones, code),
  }
}
