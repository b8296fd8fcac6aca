import type { DeliveryService, DeliveryZone } from '@camilan/contract/delivery-fees'
import { placeAndAround } from '@camilan/contract/place-codes'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'

const zonesWithPlaces = (db: Db) =>
  db
    .selectFrom('delivery_zones as zone')
    .innerJoin('delivery_zone_places as at', 'at.zone_id', 'zone.id')
    .groupBy('zone.id')
    .orderBy('zone.position')
    .select([
      'zone.name',
      sql<string[]>`array_agg(at.place order by at.place)`.as('places'),
      sql<DeliveryService[]>`zone.services`.as('services'),
    ])

/** All but the first, in the order in which they were entered. */
export const storedZones = (db: Db): Promise<DeliveryZone[]> => zonesWithPlaces(db).execute()

/** Of the stored zones those that concern a place, with the places around it and in it alone. */
export const storedZonesAt = (db: Db, place: string): Promise<DeliveryZone[]> =>
  selectZonesAt(db, { around: placeAndAround(place), first: `${place}.`, last: `${place}/` })

const selectZonesAt = fixedStatement(
  (db: Db, { around, first, last }: Record<'first' | 'last', string> & { around: string[] }) =>
    zonesWithPlaces(db).where(({ eb, or, and }) =>
      or([
        eb('at.place', '=', sql<string>`any(${around}::text[])`),
        // A slash follows a dot in the order of bytes.
        and([eb('at.place', '>', first), eb('at.place', '<', last)]),
      ]),
    ),
)
