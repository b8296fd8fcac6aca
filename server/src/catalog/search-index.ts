import pg from 'pg'
import type { DatabaseConnection } from '../platform/db/db.ts'

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 4_711_004
const lockTimeoutMs = 10_000

/**
 * Create the index of trigrams with which a search reads only the products that may match. Not a migration, because a
 * PostgreSQL server may not have the extension pg_trgm, or may not let this role create it: a search reads all products
 * then, and finds the same. The next start tries again.
 * @returns undefined when there is an index, else why there is none
 */
export async function ensureSearchIndex(connection: DatabaseConnection): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, lock_timeout: lockTimeoutMs })
  client.on('error', () => {}) // the running query rejects with the same error
  try {
    await client.connect()
    const { rows } = await client.query<{ found: string | null }>(`select to_regclass('products_by_text') as found`)
    if (rows[0]?.found) return undefined
    // Several statements are one transaction. The lock is for processes that start at the same time.
    await client.query(`
      select pg_advisory_xact_lock(${lockKey});
      create extension if not exists pg_trgm;
      -- Without a list of pending entries, which each search would read. Texts change rarely.
      create index if not exists products_by_text on products using gin (search_text gin_trgm_ops)
        with (fastupdate = off) where archived_at is null;`)
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(() => {})
  }
}
