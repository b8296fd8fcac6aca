import type { AuditChange } from '@camilan/contract/audit'
import { jakartaMidnight } from '@camilan/contract/jakarta'
import {
  type AdminSettings,
  type Closure,
  type SettingName,
  type ShopSettings,
  type StoredSettings,
  settingsTable,
} from '@camilan/contract/settings'
import { unknownCategory, unknownCodes } from '@camilan/contract/terms'
import { recordChange, settingsSubject } from '../people/audit/record-change.ts'
import { assertStillAllowed, type Caller } from '../people/login/guards.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { InvalidForm } from '../platform/errors.ts'
import { SettingsChanged, SettingsLocked } from './errors.ts'
import type { AdminSettingsPresenter } from './present.ts'
import { lockSettings } from './queries.ts'
import { readTouched, resolveSettings, withChange } from './resolve-settings.ts'
import { publishSettingsChange, type Settings } from './settings.ts'
import { storedTerms } from './terms/queries.ts'
import { assertZonesPossible } from './zones/change-zones.ts'

export interface ChangeDeps {
  db: Db
  settings: Settings
  present: AdminSettingsPresenter
}

export const reopensTooEarly = 'Pilih tanggal setelah hari ini.'
/** Whether the closure has ended already, so that the shop would open at once. */
export const endsAtOnce = ({ reopens_on }: Pick<Closure, 'reopens_on'>, now: Date): boolean =>
  reopens_on !== null && jakartaMidnight(reopens_on) <= now

/**
 * Change the given settings and keep the others. When it returns, this process has the change; the others follow within a
 * second. A change to the present values writes nothing.
 * @param input.version  of the settings that the administrator saw; `any` for a change that does not depend on the others
 * @throws {SettingsChanged} another change came first; nothing is changed
 * @throws {SettingsLocked} a setting is set in the environment; nothing is changed
 * @throws {InvalidForm} no city and no zone is left, a city is delivered to that a zone has, days can be wished without days of
 *   handing over, or a closure would end at once; nothing is changed
 */
export async function changeSettings(
  { db, settings, present }: ChangeDeps,
  by: Caller,
  { version, change }: { version: number | 'any'; change: StoredSettings },
  now: Date,
): Promise<AdminSettings> {
  assertNotLocked(settings, change)
  const result = await transact(db, (tx) => writeChange(tx, { settings, present }, by, { version, change }, now))
  await settings.readOwnChange()
  return result
}

async function writeChange(
  tx: Tx,
  { settings, present }: Pick<ChangeDeps, 'settings' | 'present'>,
  by: Caller,
  { version, change }: { version: number | 'any'; change: StoredSettings },
  now: Date,
): Promise<AdminSettings> {
  const stored = await lockSettings(tx) // waits for the orders that are being placed
  await assertStillAllowed(tx, by, now)
  const before = resolveSettings(settings.base, stored.settings)
  if (version !== 'any' && version !== stored.version) throw new SettingsChanged(present(before, stored.version))
  const touched = withChange(readTouched(stored.settings), change)
  const after = resolveSettings(settings.base, touched)
  if (change.cities) await assertZonesPossible(tx, after)
  assertDaysForWishes(after)
  assertReopensLater(before.closed, after.closed, now)
  await assertKnownSeason(tx, change.season)
  const changes = changedSettings(before, after)
  if (changes.length === 0) return present(before, stored.version)
  await tx
    .insertInto('shop_settings')
    .values({ settings: JSON.stringify(touched), version: stored.version + 1, changed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('only_row')
        .doUpdateSet({ settings: JSON.stringify(touched), version: stored.version + 1, changed_at: now }),
    )
    .execute()
  await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
  await publishSettingsChange(tx)
  return present(after, stored.version + 1)
}

function assertNotLocked({ base: { locked } }: Settings, change: StoredSettings): void {
  const refused = Object.keys(change).flatMap((name) => {
    const variable = locked[name as SettingName]
    return variable === undefined ? [] : [[name, variable]]
  })
  if (refused.length > 0) throw new SettingsLocked(Object.fromEntries(refused))
}

/** An ended closure stays stored, so that a client may send back the settings that it read. */
function assertReopensLater(before: ShopSettings['closed'], after: ShopSettings['closed'], now: Date): void {
  if (after === null || after.reopens_on === before?.reopens_on) return
  if (endsAtOnce(after, now)) throw new InvalidForm({ closed: reopensTooEarly })
}

/** The differences for the audit log: a field for each part, such as `cities.Jakarta.cost`. */
function changedSettings(before: ShopSettings, after: ShopSettings): AuditChange[] {
  const [old, now] = [flat(withSwitches(before)), flat(withSwitches(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** A list of names becomes a switch for each. */
function withSwitches(settings: ShopSettings): object {
  const entries = Object.entries(settings).map(([name, value]) => {
    const all = settingsTable[name as SettingName].listOf
    return [name, all ? Object.fromEntries(all.map((one) => [one, (value as string[]).includes(one)])) : value]
  })
  return Object.fromEntries(entries)
}

function flat(value: object, prefix = ''): Map<string, AuditChange['before']> {
  const parts = Object.entries(value).flatMap(([name, part]): [string, AuditChange['before']][] => {
    const field = prefix + name
    if (typeof part === 'object' && part !== null) return [...flat(part, `${field}.`)]
    return [[field, typeof part === 'boolean' ? (part ? 'ya' : 'tidak') : part]]
  })
  return new Map(parts)
}

/** A day that the seller does not know can't be chosen. */
function assertDaysForWishes({ wished_days, handover_days }: ShopSettings): void {
  if (!wished_days || handover_days.length > 0) return
  throw new InvalidForm({ handover_days: 'Pilih hari menyerahkan, supaya pembeli bisa memilih hari tiba.' })
}

async function assertKnownSeason(tx: Tx, season: ShopSettings['season'] | undefined): Promise<void> {
  const { category } = unknownCodes(await storedTerms(tx), { category: season?.category ?? null })
  if (category) throw new InvalidForm({ season: unknownCategory })
}
