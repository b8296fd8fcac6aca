import { type DeliveryZone, gapsOf, reachedIn } from '@camilan/contract/delivery-fees'
import { fullNameOf } from '@camilan/contract/place-codes'
import type { NamedPlace } from '@camilan/contract/places'
import type { ShopSettings } from '@camilan/contract/settings'
import type { AdminZones } from '@camilan/contract/zones'
import { findPlaces, placeOf } from '../places/places.ts'
import { allZones, firstZones } from '../words/delivery.ts'

/** An unknown code is its own name: a later list of places may have lost it. */
export function namedPlace(code: string): NamedPlace {
  const place = placeOf(code)
  return { code, name: place ? fullNameOf(place) : code }
}

export const presentZone = ({ name, places, services }: DeliveryZone): AdminZones['zones'][number] => ({
  name,
  places: places.map(namedPlace),
  services: [...services],
})

/** The places that the zones name and to which some service goes, each once. */
export function reachedPlaces(settings: ShopSettings, stored: readonly DeliveryZone[]): NamedPlace[] {
  const zones = allZones(settings, stored)
  const named = [...new Set(zones.flatMap(({ places }) => places))]
  return named.filter(reachedIn(zones)).map(namedPlace)
}

/** What buyers of a place with several parts would not find. */
export function presentGaps(zones: readonly DeliveryZone[]): AdminZones['gaps'] {
  const partsOf = (parent: string) => findPlaces({ query: null, parent, limit: 0 }).map(({ code }) => code)
  return gapsOf(zones, partsOf).map(({ place: code, reached, of }) => {
    const place = namedPlace(code)
    const parts = code.length === 2 ? 'kabupaten dan kota' : 'kecamatan'
    return { place, reached, of, sentence: `${place.name}: baru ${reached} dari ${of} ${parts} yang bisa dikirimi.` }
  })
}

export function presentZones(settings: ShopSettings, zones: readonly DeliveryZone[], version: number): AdminZones {
  const first = firstZones(settings)
  return {
    version,
    first: first.map(presentZone),
    zones: zones.map(presentZone),
    gaps: presentGaps([...first, ...zones]),
  }
}
