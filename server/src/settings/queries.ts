import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/db.ts'

export interface StoredSettings {
  /** What was touched; see `readTouched`. */
  settings: unknown
  /** Grows with every change. */
  version: number
}

const untouched: StoredSettings = { settings: {}, version: 0 }

export async function storedSettings(db: Db): Promise<StoredSettings> {
  return (await db.selectFrom('shop_settings').select(['settings', 'version']).executeTakeFirst()) ?? untouched
}

/** The column `settings` as part of another statement: it costs no statement of its own. */
export const settingsColumn: RawBuilder<unknown> = sql`(select settings from shop_settings)`

/** Two changes run one after the other. */
export async function lockSettings(tx: Tx): Promise<StoredSettings> {
  const locked = await tx.selectFrom('shop_settings').select(['settings', 'version']).forUpdate().executeTakeFirst()
  return locked ?? untouched
}
