import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 4_711_005

/**
 * For a connection that must find the files of every picture in a snapshot, such as that of a backup: while it has this
 * lock, no picture is removed. Several connections may have it. It ends with the connection.
 */
export const keepImages = `select pg_advisory_lock_shared(${lockKey})`

/** For a transaction that decides to remove a picture: false while a connection keeps all of them. */
export async function mayRemoveImages(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lockKey)}) as free`.execute(
    tx,
  )
  return rows[0]?.free === true
}
