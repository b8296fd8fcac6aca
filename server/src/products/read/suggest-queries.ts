/** Other words for a search that finds nothing. */
import { searchWords } from '@camilan/contract/texts'
import { sql } from 'kysely'
import { plannedWithValues } from '../../platform/db/connections/kysely-pool.ts'
import { containsWord } from '../../platform/db/contains-word.ts'
import type { Db } from '../../platform/db/db.ts'
import { isOnSale } from '../queries.ts'
import { withSynonyms } from './synonyms.ts'

/** Only the first words of a long search are looked up. */
const maxWords = 4
/** More than are shown, because only former products may have some of these words. */
const similarRead = 5
/** Two swapped letters in a short word, as in `natsar`, still have a similarity of 0.27. */
const minSimilarity = 0.25
/** Each suggestion costs a query on the products. */
const maxTried = 8
const maxSuggested = 4

/**
 * Other searches that find products: with another spelling of the words, or with only some of them. Each of their words is
 * a word of a product's name. Similar words need the extension pg_trgm.
 */
export async function suggestQueries(db: Db, query: string): Promise<string[]> {
  const words = searchWords(query)
  const lookedUp = words.slice(0, maxWords)
  const similar = await similarWords(db, lookedUp)
  const nearest = (word: string) => similar.get(word)?.[0] ?? word
  const corrected = words.map(nearest)
  const parts = words.length === 1 ? [] : lookedUp.flatMap((word) => [word, ...withSynonyms(word), nearest(word)])
  const candidates = [
    ...withSynonyms(words.join(' ')),
    corrected.join(' '),
    ...withSynonyms(corrected.join(' ')),
    ...(words.length === 1 ? (similar.get(words[0] ?? '') ?? []) : []),
    ...parts,
  ]
  const others = [...new Set(candidates)].filter((candidate) => candidate !== words.join(' '))
  const named = await withKnownWords(db, others)
  return (await thoseThatFind(db, named.slice(0, maxTried))).slice(0, maxSuggested)
}

/** The most similar words of products' names for each of these words, the best first. */
async function similarWords(db: Db, words: readonly string[]): Promise<Map<string, string[]>> {
  const similar = new Map<string, string[]>()
  if (!(await hasTrigrams(db))) return similar
  const { rows } = await sql<{ given: string; word: string }>`
    select given, word
    from unnest(${words}::text[]) as given, lateral (
      select word, word <-> given as distance from product_words order by distance limit ${similarRead}
    ) as found
    where distance <= ${1 - minSimilarity}
    order by distance, word`.execute(db)
  for (const { given, word } of rows) similar.set(given, [...(similar.get(given) ?? []), word])
  return similar
}

/** The pools whose database has the extension. If it is missing, a process may still create it later. */
const withTrigrams = new WeakMap<Db, Promise<boolean>>()

function hasTrigrams(db: Db): Promise<boolean> {
  const known = withTrigrams.get(db)
  if (known) return known
  const asked = sql<{ has: boolean }>`select to_regprocedure('similarity(text,text)') is not null as has`
    .execute(db)
    .then(({ rows }) => {
      const has = rows[0]?.has === true
      if (!has) withTrigrams.delete(db)
      return has
    })
  withTrigrams.set(db, asked)
  asked.catch(() => withTrigrams.delete(db))
  return asked
}

/** The queries of which every word is a word of a product's name, or of a label. */
async function withKnownWords(db: Db, queries: readonly string[]): Promise<string[]> {
  const words = [...new Set(queries.flatMap((query) => query.split(' ')))]
  const rows = await db
    .selectFrom('product_words')
    .select('word')
    .where('word', '=', sql<string>`any(${words}::text[])`)
    .execute()
  const labels = await db.selectFrom('terms').select('label').execute()
  const known = new Set([...rows.map(({ word }) => word), ...labels.flatMap(({ label }) => searchWords(label))])
  return queries.filter((query) => query.split(' ').every((word) => known.has(word)))
}

async function thoseThatFind(db: Db, queries: readonly string[]): Promise<string[]> {
  if (queries.length === 0) return []
  const tried = queries.map((query) => {
    const words = query.split(' ')
    const matching = sql`from products where ${isOnSale} and
      ${sql.join(
        words.map((word) => containsWord(sql.ref('search_text'), word)),
        sql` and `,
      )}`
    // A word of a name is found soon in any order. Several frequent words may never occur together: the query counts them,
    // so that PostgreSQL plans to read all matches instead of stopping at the first.
    return words.length === 1 ? sql`exists (select ${matching})` : sql`(select count(*) > 0 ${matching})`
  })
  const { rows } = await sql<{ found: boolean[] }>`
    select ${plannedWithValues} array[${sql.join(tried)}] as found`.execute(db)
  return queries.filter((_query, index) => rows[0]?.found[index])
}
