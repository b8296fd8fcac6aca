import { type DeliveryZone, overlapsOf } from '@camilan/contract/delivery-fees'
import type { ShopSettings } from '@camilan/contract/settings'
import { type AdminZones, tooManyPlaces, tooManyServices } from '@camilan/contract/zones'
import { sql } from 'kysely'
import { recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import { assertStillAllowed, type Caller } from '../../people/login/guards.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { placeOf } from '../places/places.ts'
import { lockSettings } from '../queries.ts'
import { resolveSettings } from '../resolve-settings.ts'
import { publishSettingsChange, type Settings } from '../settings.ts'
import { firstZones } from '../words/delivery.ts'
import { ZonesChanged } from './errors.ts'
import { namedPlace, presentZones, reachedPlaces } from './present.ts'
import { storedZones } from './queries.ts'

export interface ZonesDeps {
  db: Db
  settings: Settings
}

/** A reason why zones can't be stored, and the index of the zone. */
export interface ZoneProblem {
  zone: number
  field: 'name' | 'places' | 'services'
  sentence: string
}

/**
 * Replace all zones but the first, which the settings say. It waits for the orders that are being placed. The same zones write
 * nothing.
 * @throws {ZonesChanged} another change of the settings came first; nothing is changed
 * @throws {InvalidForm} see `problemsOf`, or the shop would deliver nowhere; nothing is changed
 */
export async function changeZones(
  { db, settings }: ZonesDeps,
  by: Caller,
  { version, zones }: { version: number; zones: readonly DeliveryZone[] },
  now: Date,
): Promise<AdminZones> {
  const result = await transact(db, async (tx) => {
    const stored = await lockSettings(tx)
    await assertStillAllowed(tx, by, now)
    const present = resolveSettings(settings.base, stored.settings)
    const before = await storedZones(tx)
    if (version !== stored.version) throw new ZonesChanged(presentZones(present, before, stored.version))
    assertPossible(zones, present)
    const changes = changesOf(before, zones)
    if (changes.length === 0) return presentZones(present, before, version)
    await replaceZones(tx, zones)
    await raiseVersion(tx, version + 1, now)
    await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
    await publishSettingsChange(tx)
    return presentZones(present, zones, version + 1)
  })
  await settings.readOwnChange()
  return result
}

/** @throws {InvalidForm} the settings don't go with the stored zones, or with them the shop delivers nowhere */
export async function assertZonesPossible(tx: Tx, settings: ShopSettings): Promise<void> {
  const zones = await storedZones(tx)
  const [problem] = problemsOf(zones, settings)
  if (problem) throw new InvalidForm({ cities: problem.sentence })
  assertSomewhere(zones, settings, 'cities')
}

/** Else nobody could order. A closure is the way to close the shop. */
function assertSomewhere(zones: readonly DeliveryZone[], settings: ShopSettings, field: 'cities' | 'zones'): void {
  if (reachedPlaces(settings, zones).length > 0) return
  const what = field === 'cities' ? 'kota' : 'daerah'
  throw new InvalidForm({
    [field]: `Paling sedikit satu ${what} harus bisa dikirimi. Untuk berhenti sebentar, tutup toko.`,
  })
}

function assertPossible(zones: readonly DeliveryZone[], settings: ShopSettings): void {
  assertSomewhere(zones, settings, 'zones')
  const problems = problemsOf(zones, settings)
  if (problems.length === 0) return
  const first = problems.map(({ zone, field, sentence }) => [`zones.${zone}.${field}`, sentence] as const).reverse()
  throw new InvalidForm(Object.fromEntries(first))
}

/** Too many places or services, unknown places, two zones of one name, and a service of one place that two zones name, the first zone among them. */
export function problemsOf(zones: readonly DeliveryZone[], settings: ShopSettings): ZoneProblem[] {
  const first = firstZones(settings).filter(({ services }) => services.some(({ delivers }) => delivers))
  const lastOf = (name: string) => zones.findLastIndex((zone) => zone.name === name)
  const unknown = zones.flatMap(({ places }, zone) =>
    places
      .filter((code) => !placeOf(code))
      .map((code): ZoneProblem => ({ zone, field: 'places', sentence: `Daerah ${code} tidak dikenal.` })),
  )
  const named = zones.flatMap(({ name }, zone): ZoneProblem[] =>
    lastOf(name) === zone ? [] : [{ zone: lastOf(name), field: 'name', sentence: `Ada dua zona bernama ${name}.` }],
  )
  const tooMany = zones.flatMap(({ places, services }, zone): ZoneProblem[] => [
    ...(places.length > tooManyPlaces.most
      ? [{ zone, field: 'places' as const, sentence: tooManyPlaces.sentence }]
      : []),
    ...(services.length > tooManyServices.most
      ? [{ zone, field: 'services' as const, sentence: tooManyServices.sentence }]
      : []),
  ])
  const all = [...first, ...zones]
  const doubled = overlapsOf(all).map(({ place, service, zones: [one, other] }): ZoneProblem => {
    const what = `Layanan ${service} untuk ${namedPlace(place).name}`
    const zone = other - first.length
    return one === other
      ? { zone, field: 'services', sentence: `${what} ada dua kali di zona ${all[one]?.name}.` }
      : { zone, field: 'places', sentence: `${what} sudah ada di zona ${all[one]?.name}.` }
  })
  return [...tooMany, ...unknown, ...named, ...doubled]
}

async function replaceZones(tx: Tx, zones: readonly DeliveryZone[]): Promise<void> {
  await tx.deleteFrom('delivery_zones').execute()
  const rows = JSON.stringify(zones.map((zone, position) => ({ ...zone, position })))
  await sql`
    with given as (
      select gen_random_uuid() as id, name, position, places, services
      from json_to_recordset(${rows}::json) as zone (name text, position integer, places text[], services jsonb)
    ), zones as (
      insert into delivery_zones (id, name, position, services) select id, name, position, services from given
    )
    insert into delivery_zone_places (zone_id, place) select id, unnest(places) from given`.execute(tx)
}

async function raiseVersion(tx: Tx, version: number, now: Date): Promise<void> {
  await tx
    .insertInto('shop_settings')
    .values({ version, changed_at: now })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ version, changed_at: now }))
    .execute()
}

/** So many zones are named in the audit log. */
const maxNamed = 20

function changesOf(before: readonly DeliveryZone[], after: readonly DeliveryZone[]) {
  const [old, now] = [textsOf(before), textsOf(after)]
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
  const changes = changed.slice(0, maxNamed).map((name) => ({
    field: 'zones',
    before: old.has(name) ? name : null,
    after: now.has(name) ? name : null,
  }))
  const more = changed.length - changes.length
  return more === 0 ? changes : [...changes, { field: 'more_zones', before: null, after: more }]
}

/** With the place among the zones: an order of their own is a change, too. */
const textsOf = (zones: readonly DeliveryZone[]) =>
  new Map(
    zones.map(({ name, places, services }, position) => [
      name,
      JSON.stringify([position, places.toSorted(), services.map(sortedEntries)]),
    ]),
  )

const sortedEntries = (service: object) => Object.entries(service).sort(([a], [b]) => (a < b ? -1 : 1))
