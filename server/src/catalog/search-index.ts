import pg from 'pg'
import type { DatabaseConnection } from '../platform/db/db.ts'

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 4_711_004
const lockTimeoutMs = 10_000

/**
 * Create the indexes of trigrams: with one a search reads only the products that may match, with the other the words that
 * are similar to a given one are found without comparing all. Not a migration, because a PostgreSQL server may not have
 * the extension pg_trgm, or may not let this role create it: a search reads all products then, and finds the same, and
 * only synonyms are suggested. The next start tries again.
 * @returns undefined when there are indexes, else why there are none
 */
export async function ensureSearchIndex(connection: DatabaseConnection): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, lock_timeout: lockTimeoutMs })
  client.on('error', () => {}) // the running query rejects with the same error
  try {
    await client.connect()
    const { rows } = await client.query<{ found: boolean }>(`
      select to_regclass('products_by_text') is not null
        and to_regclass('product_words_by_similarity') is not null as found`)
    if (rows[0]?.found) return undefined
    // Several statements are one transaction. The lock is for processes that start at the same time.
    await client.query(`
      select pg_advisory_xact_lock(${lockKey});
      create extension if not exists pg_trgm;
      -- Without a list of pending entries, which each search would read. Texts change rarely.
      create index if not exists products_by_text on products using gin (search_text gin_trgm_ops)
        with (fastupdate = off) where archived_at is null;
      create index if not exists product_words_by_similarity on product_words using gist (word gist_trgm_ops);`)
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(() => {})
  }
}
