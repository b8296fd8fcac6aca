import type { DeliveryService, DeliveryZone } from '@camilan/contract/delivery-fees'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

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
