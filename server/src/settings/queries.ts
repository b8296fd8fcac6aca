import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/db.ts'

export interface StoredSettings {
  /** The touched settings; see `readTouched`. */
  settings: unknown
  /** Grows with every change. */
  version: number
}

const untouched: StoredSettings = { settings: {}, version: 0 }

export async function storedSettings(db: Db): Promise<StoredSettings> {
  return (await db.selectFrom('shop_settings').select(['settings', 'version']).executeTakeFirst()) ?? untouched
}

/** The column `settings` as part of another statement, to save a statement of its own. */
export const settingsColumn: RawBuilder<unknown> = sql`(select settings from shop_settings)`

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 7_310_542_208

/**
 * A column for the first statement of a transaction that decides by the settings: no change of them commits until the
 * transaction ends. It is no row lock, because overlapping shared row locks keep writers out: a shop under a flood of
 * orders could not be closed. Here later transactions wait.
 */
export const settingsHeld: RawBuilder<unknown> = sql`pg_advisory_xact_lock_shared(${sql.lit(lockKey)})`

/**
 * Makes changes run one after the other. It waits for the transactions that hold the settings, so their writes are
 * committed before the change, and lets no other begin. Call it before the transaction locks anything else.
 */
export async function lockSettings(tx: Tx): Promise<StoredSettings> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(tx)
  const locked = await tx.selectFrom('shop_settings').select(['settings', 'version']).forUpdate().executeTakeFirst()
  return locked ?? untouched
}
