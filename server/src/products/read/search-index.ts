import type pg from 'pg'
import { clientWithoutTimeouts } from '../../platform/db/connections/session-settings.ts'
import type { DatabaseConnection } from '../../platform/db/db.ts'

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 4_711_004
/** The timeout for transactions that were open when the index was begun. The shop's own may not be idle as long. */
const lockTimeoutMs = 30_000

/** The definition by name: the text after `create index concurrently <name>`. */
const indexes = {
  // Without a list of pending entries, because each search would read it and texts change rarely.
  products_by_text:
    'on products using gin (search_text gin_trgm_ops) with (fastupdate = off) where archived_at is null',
  product_words_by_similarity: 'on product_words using gist (word gist_trgm_ops)',
}

/**
 * Create the indexes of trigrams. With the first a search reads only products that may match; with the second, words
 * similar to a given one are found without comparing all. It is no migration, because a PostgreSQL server may not have the
 * extension pg_trgm, or may not let this role create it: then a search reads all products and finds the same, and only
 * synonyms are suggested. Sales continue during the creation, which takes seconds with 100,000 products. The next start
 * repeats a failed or interrupted creation.
 * @returns undefined if the indexes exist, or another process creates them; else the reason why there are none
 */
export async function ensureSearchIndexes(connection: DatabaseConnection): Promise<string | undefined> {
  const client = clientWithoutTimeouts(connection, { lock_timeout: lockTimeoutMs })
  try {
    await client.connect()
    if ((await missing(client)).length === 0 || !(await takeLock(client))) return undefined
    // Asked again, because another process may have created them during the wait for the lock.
    for (const { name, isInterrupted } of await missing(client)) {
      await client.query('create extension if not exists pg_trgm')
      if (isInterrupted) await client.query(`drop index concurrently ${name}`)
      await client.query(`create index concurrently ${name} ${indexes[name]}`)
    }
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(() => {})
  }
}

const namesOfIndexes = Object.keys(indexes) as (keyof typeof indexes)[]

/** The indexes that do not exist, or whose creation was interrupted. */
async function missing(client: pg.Client) {
  const { rows } = await client.query<{ name: string; indisvalid: boolean }>(
    `select name, indisvalid from unnest($1::text[]) as name join pg_index on indexrelid = to_regclass(name)`,
    [namesOfIndexes],
  )
  const found = new Map(rows.map(({ name, indisvalid }) => [name, indisvalid]))
  return namesOfIndexes
    .filter((name) => found.get(name) !== true)
    .map((name) => ({ name, isInterrupted: found.get(name) === false }))
}

/** The lock ends with this connection. It is tried once, because a creation waits for transactions that wait for it. */
async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${lockKey}) as taken`)
  return rows[0]?.taken === true
}
