import pg from 'pg'
import type { DatabaseConnection } from '../platform/db/db.ts'

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 4_711_004
/** For transactions that were open when the index was begun. Longer than any of the shop's may be idle. */
const lockTimeoutMs = 30_000

/**
 * Create the index of trigrams with which a search reads only the products that may match. Not a migration, because a
 * PostgreSQL server may not have the extension pg_trgm, or may not let this role create it: a search reads all products
 * then, and finds the same. The next start tries again. Sales go on while it is created, which takes seconds with
 * 100,000 products; if that is interrupted, the next start begins again.
 * @returns undefined when there is an index, or another process creates it; else why there is none
 */
export async function ensureSearchIndex(connection: DatabaseConnection): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, lock_timeout: lockTimeoutMs })
  client.on('error', () => {}) // the running query rejects with the same error
  try {
    await client.connect()
    if ((await stateOfIndex(client)) === 'valid' || !(await takeLock(client))) return undefined
    const state = await stateOfIndex(client) // another process may have created it before this one had the lock
    if (state === 'valid') return undefined
    await client.query('create extension if not exists pg_trgm')
    if (state === 'interrupted') await client.query('drop index concurrently products_by_text')
    // Without a list of pending entries, which each search would read. Texts change rarely.
    await client.query(`create index concurrently products_by_text on products using gin (search_text gin_trgm_ops)
      with (fastupdate = off) where archived_at is null`)
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(() => {})
  }
}

async function stateOfIndex(client: pg.Client): Promise<'none' | 'interrupted' | 'valid'> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    `select indisvalid from pg_index where indexrelid = to_regclass('products_by_text')`,
  )
  const [index] = rows
  if (!index) return 'none'
  return index.indisvalid ? 'valid' : 'interrupted'
}

/** Of this connection, until its end. Not waited for: the creation would wait for whoever waits in a transaction. */
async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${lockKey}) as taken`)
  return rows[0]?.taken === true
}
