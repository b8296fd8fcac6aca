/** The first zone, which the settings say, beside the stored zones. */
import type { DeliveryZone } from '@camilan/contract/delivery-fees'
import type { ShopSettings } from '@camilan/contract/settings'
import type { Tx } from '../../platform/db/db.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { firstZones } from '../words/delivery.ts'
import { problemsOf } from './change-zones.ts'
import { storedZones } from './queries.ts'

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

/** @throws {InvalidForm} a city is switched on where a stored zone has the same service */
export async function assertNoOverlap(tx: Tx, settings: ShopSettings): Promise<void> {
  const [problem] = problemsOf(await storedZones(tx), settings)
  if (problem) throw new InvalidForm({ cities: problem.sentence })
}
