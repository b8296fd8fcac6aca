/** The settings in the memory of this process. */
import type { DeliveryZone } from '@camilan/contract/delivery-fees'
import type { NamedPlace } from '@camilan/contract/places'
import type { ShopSettings } from '@camilan/contract/settings'
import type { Db } from '../platform/db/db.ts'
import { type Broadcast, publish } from '../platform/events/broadcast.ts'
import { type Followed, follow } from '../platform/events/follow.ts'
import { storedSettings } from './queries.ts'
import { resolveSettings, type SettingsBase } from './resolve-settings.ts'
import { storedTerms, type TermRows } from './terms/queries.ts'
import { reachedPlaces } from './zones/present.ts'
import { storedZones } from './zones/queries.ts'

export interface Settings extends Followed {
  /** A change of another process arrives within a second. */
  current(): ShopSettings
  version(): number
  terms(): TermRows
  /** All but the first, which the settings say. */
  zones(): readonly DeliveryZone[]
  /** Where the shop delivers, as all zones name it. */
  places(): readonly NamedPlace[]
  readonly base: SettingsBase
}

export interface SettingsDeps {
  db: Db
  broadcast: Broadcast
  base: SettingsBase
  /** An event can be lost. The settings are read again after this time. */
  rereadMs?: number
}

const settingsTopic = 'settings'

/** Tell every process, after the commit, that the settings, another column of their row, or the terms have changed. */
export const publishSettingsChange = (db: Db) => publish(db, { topic: settingsTopic, event: 'changed', data: null })

export async function followSettings({ db, broadcast, base, rereadMs = 5_000 }: SettingsDeps): Promise<Settings> {
  let version = -1 // so that the first reading has the zones
  let text = ''
  let current = base.defaults
  let terms: TermRows = { categories: [], packagings: [], weights: [] }
  let zones: readonly DeliveryZone[] = []
  let places: readonly NamedPlace[] = []

  async function read(): Promise<boolean> {
    const [stored, lists] = [await storedSettings(db), await storedTerms(db)]
    const storedText = JSON.stringify([stored, lists])
    if (storedText === text) return false
    // They change with the version.
    if (stored.version !== version) zones = await storedZones(db)
    current = resolveSettings(base, stored.settings)
    places = reachedPlaces(current, zones)
    version = stored.version
    terms = lists
    text = storedText // last, so that settings that could not be read are read again
    return true
  }

  // While the database is away, nobody can order, and no page with a product is shown.
  const followed = await follow(read, { broadcast, topic: settingsTopic, rereadMs })
  return {
    ...followed,
    current: () => current,
    version: () => version,
    terms: () => terms,
    zones: () => zones,
    places: () => places,
    base,
  }
}
