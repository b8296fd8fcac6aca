import type { ShopSettings } from '@camilan/contract/settings'
import type { Db } from '../platform/db/db.ts'
import { storedSettings } from './queries.ts'
import { resolveSettings, type SettingsBase } from './resolve-settings.ts'

/** The settings as the database has them now, for rules that decide about money inside a transaction. */
export async function readSettings(db: Db, base: SettingsBase): Promise<ShopSettings> {
  return resolveSettings(base, (await storedSettings(db)).settings)
}
