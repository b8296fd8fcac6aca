/** Searches find the same with the index of trigrams and without it. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { containsWord } from '../../platform/db/contains-word.ts'
import { type Database, type Db, openDb } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { runSql } from '../../testing/databases.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { urlOf } from '../../testing/shop-process.ts'
import { useTestDb } from '../../testing/test-db.ts'
import type { KeptTotals } from '../kept-totals.ts'
import { ensureSearchIndexes } from './search-index.ts'
import { searchProducts } from './search-products.ts'

const shop = useTestDb()
const search = {
  query: null,
  category: null,
  stock: null,
  sortBy: 'name',
  sortOrder: 'asc',
  page: 1,
  limit: 10,
} as const

/** Few letters, so that searches often find parts of words. */
const letter = fc.constantFrom(...`ankéİßΣοΟ5%_\\-.'"ANK饼🍪`)
/** Trigrams do not help with every third word. */
const word = fc.oneof(
  { weight: 1, arbitrary: fc.string({ unit: letter, minLength: 1, maxLength: 2 }) },
  { weight: 2, arbitrary: fc.string({ unit: letter, minLength: 3, maxLength: 6 }) },
)
const text = (words: number) => fc.array(word, { minLength: 1, maxLength: words }).map((found) => found.join(' '))

async function foundBefore(db: Db, query: string): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('archived_at', 'is', null)
    .where(({ and }) => and(query.split(/\s+/).map((word) => containsWord(sql.ref('search_text'), word))))
    .orderBy('name_key')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

const texts: string[] = []

beforeAll(async () => {
  const products = fc.sample(fc.tuple(text(3), text(8)), { seed: 26, numRuns: 400 })
  for (const [i, [name, description]] of products.entries()) {
    texts.push(`${name} ${description}`)
    await makeProduct(shop.db, { name, description, archived_at: i % 40 === 0 ? new Date() : null })
  }
  await sql`analyze products`.execute(shop.db)
})

/** Parts of existing texts in another case, and random words. */
const queries = () =>
  fc.oneof(
    { weight: 1, arbitrary: text(3) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 1, max: 8 }), fc.boolean())
        .map(([from, place, length, isUpper]) => {
          const characters = [...from]
          const start = place % characters.length
          const part =
            characters
              .slice(start, start + length)
              .join('')
              .trim() || 'a'
          return isUpper ? part.toUpperCase() : part
        }),
    },
  )

/** The state after each search has found many products: then they are read in the order of the list. */
const manyFound: KeptTotals = { get: async () => 1_000_000, clear: () => {} }

/** @returns the number of products found by all searches */
async function compareWithBefore(db: Db): Promise<number> {
  let matches = 0
  for (const query of fc.sample(queries(), { seed: 26, numRuns: 300 })) {
    const expected = await foundBefore(shop.db, query)
    const { rows, total } = await searchProducts(db, { ...search, query, limit: 100, now: new Date() })
    expect({ query, total }).toEqual({ query, total: expected.length })
    expect({ query, ids: rows.map(({ id }) => id) }).toEqual({ query, ids: expected.slice(0, 100) })
    const inOrder = await searchProducts(db, { ...search, query, limit: 100, now: new Date() }, manyFound)
    expect({ query, rows: inOrder.rows }).toEqual({ query, rows })
    matches += expected.length
  }
  return matches
}

describe('without the index', () => {
  test('300 random searches find the same as before', { tags: 'thorough' }, async () => {
    expect(await compareWithBefore(shop.db)).toBeGreaterThan(1_000)
  })
})

describe('with the index', () => {
  let indexed: Database

  beforeAll(async () => {
    const processes = [1, 2, 3].map(() => ensureSearchIndexes(shop.connection))
    expect(await Promise.all(processes)).toEqual([undefined, undefined, undefined])
    // With so few products PostgreSQL would prefer to read all of them.
    await runSql(
      shop.connection,
      `do $$ begin execute format('alter database %I set enable_seqscan = off', current_database()); end $$`,
    )
    indexed = openDb(shop.connection)
  })
  afterAll(() => indexed.close())

  test('PostgreSQL uses it for a word', async () => {
    const { rows } = await sql`explain select id from products
      where archived_at is null and ${containsWord(sql.ref('search_text'), 'KNA')}`.execute(indexed.db)
    expect(JSON.stringify(rows)).toContain('products_by_text')
  })

  test('300 random searches find the same as before', { tags: 'thorough' }, async () => {
    expect(await compareWithBefore(indexed.db)).toBeGreaterThan(1_000)
  })

  test('creating it again has no effect', async () => {
    expect(await ensureSearchIndexes(shop.connection)).toBeUndefined()
  })
})

/** Options of a URL override those of the shop. */
function withOptions(options: string): { connectionString: string } {
  const url = new URL(urlOf(shop.connection))
  url.searchParams.set('options', options)
  return { connectionString: url.href }
}

describe('while the index is created', () => {
  const isThere = async () => {
    const { rows } = await sql<{ valid: boolean }>`select indisvalid as valid from pg_index
      where indexrelid = to_regclass('products_by_text')`.execute(shop.db)
    return rows[0]?.valid
  }

  test('products are sold', async () => {
    await runSql(shop.connection, 'drop index if exists products_by_text')
    const [first, second] = [await makeProduct(shop.db), await makeProduct(shop.db)]
    const sell = (db: Db, id: string) =>
      db.updateTable('products').set({ price: 11_000 }).where('id', '=', id).execute()
    let creating: Promise<string | undefined> | undefined
    await transact(shop.db, async (tx) => {
      await sell(tx, first.id)
      creating = ensureSearchIndexes(shop.connection)
      await expect
        .poll(async () => (await sql`select from pg_locks where not granted`.execute(shop.db)).rows.length)
        .toBeGreaterThan(0)
      await sell(shop.db, second.id)
      expect(await isThere()).toBe(false)
      expect(await ensureSearchIndexes(shop.connection)).toBeUndefined() // another process does not wait
    })
    expect(await creating).toBeUndefined()
    expect(await isThere()).toBe(true)
  })

  test('the next start repairs an interruption', async () => {
    await runSql(shop.connection, 'drop index if exists products_by_text')
    const product = await makeProduct(shop.db)
    await transact(shop.db, async (tx) => {
      await tx.updateTable('products').set({ price: 11_000 }).where('id', '=', product.id).execute()
      const hasty = withOptions('-c statement_timeout=200')
      expect(await ensureSearchIndexes(hasty)).toMatch(/statement timeout/)
    })
    expect(await isThere()).toBe(false)
    expect(await ensureSearchIndexes(shop.connection)).toBeUndefined()
    expect(await isThere()).toBe(true)
  })
})

test('a server that does not let the role create it works without it', async () => {
  await runSql(shop.connection, 'drop extension if exists pg_trgm cascade')
  const readOnly = withOptions('-c default_transaction_read_only=on')
  expect(await ensureSearchIndexes(readOnly)).toMatch(/cannot execute CREATE EXTENSION/)
})
