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

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 7_310_542_208

/**
 * A column for the first statement of a transaction that decides by the settings: they stay as a later statement reads
 * them until the transaction ends. It is not a lock of the row: shared locks of a row let no writer in as long as they
 * overlap, and a shop that is being flooded with orders could not be closed. Here those who come later wait.
 */
export const settingsHeld: RawBuilder<unknown> = sql`pg_advisory_xact_lock_shared(${sql.lit(lockKey)})`

/**
 * Two changes run one after the other. Waits for the transactions that hold the settings, so that what they write is
 * committed before the change is, and lets no other begin. Call it before the transaction locks anything else.
 */
export async function lockSettings(tx: Tx): Promise<StoredSettings> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(tx)
  const locked = await tx.selectFrom('shop_settings').select(['settings', 'version']).forUpdate().executeTakeFirst()
  return locked ?? untouched
}
