/** The suggestions of a search that finds nothing, with PostgreSQL's extension pg_trgm and without it. */
import type { ProductSuggestions } from '@camilan/contract/catalog'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageUrlUnder } from '../../media/files/image-url.ts'
import { ReadyAnswers } from '../../platform/answers/ready-answers.ts'
import { type Database, type Db, openDb } from '../../platform/db/db.ts'
import { hostileTexts } from '../../testing/hostile-values.ts'
import { makeApi } from '../../testing/make-api.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { catalogRoutes } from '../routes.ts'
import { presentProducts } from './present.ts'
import { productReader } from './read-products.ts'
import { ensureSearchIndexes } from './search-index.ts'
import { suggestQueries } from './suggest-queries.ts'

const shop = useTestDb()
const present = presentProducts(imageUrlUnder('http://toko.test'))

const names = [
  'Keripik Pisang Manis',
  'Keripik Tempe',
  'Makaroni Spiral Pedas',
  'Cookies Cokelat',
  'Kastengel',
  'Nastar',
  'Kue Kacang',
]

beforeAll(async () => {
  for (const name of names) await makeProduct(shop.db, { name, ...(name === 'Nastar' && { category: 'KUE_KERING' }) })
  await makeProduct(shop.db, { name: 'Rendang Paru', archived_at: new Date() })
})

const spellings: [string, string][] = [
  ['kripik', 'keripik'],
  ['KRIPIK', 'keripik'],
  ['coklat', 'cokelat'],
  ['macaroni', 'makaroni'],
  ['kastangel', 'kastengel'],
  ['kukis', 'kue kering'],
  ['hampers', 'kue kering'],
  ['kripik pisang', 'keripik pisang'],
]

async function findsSomething(db: Db, query: string): Promise<boolean> {
  const { pagination } = await productReader(db, present).products({ query })
  return pagination.total_products > 0
}

describe('without pg_trgm', () => {
  test.each(spellings)('%s suggests %s', async (query, expected) => {
    expect((await suggestQueries(shop.db, query))[0]).toBe(expected)
  })

  test('the words of a search that never occur together are suggested one by one', async () => {
    expect(await suggestQueries(shop.db, 'nastar tempe')).toEqual(['nastar', 'tempe'])
  })

  test.each(['natsar', 'rendang', 'xyzzy'])('%s suggests nothing', async (query) => {
    expect(await suggestQueries(shop.db, query)).toEqual([])
  })

  test('a renamed product is suggested by its new name, and no longer by the old one', async () => {
    const { id } = await makeProduct(shop.db, { name: 'Stik Kripik Talas' })
    expect(await suggestQueries(shop.db, 'keripik talas')).toContain('kripik talas')
    await shop.db.updateTable('products').set({ name: 'Stik Bawang' }).where('id', '=', id).execute()
    expect(await suggestQueries(shop.db, 'keripik talas')).not.toContain('talas')
    expect(await suggestQueries(shop.db, 'stik nanas')).toEqual(['stik'])
    await shop.db.deleteFrom('products').where('id', '=', id).execute()
  })
})

describe('with pg_trgm', () => {
  let withTrigrams: Database

  beforeAll(async () => {
    expect(await ensureSearchIndexes(shop.connection)).toBeUndefined()
    withTrigrams = openDb(shop.connection)
  })
  afterAll(() => withTrigrams.close())

  test.each([
    ...spellings,
    ['natsar', 'nastar'],
    ['kastngel', 'kastengel'],
    ['makarony pedass', 'makaroni pedas'],
    ['kripik pisng', 'keripik pisang'],
    ['keripikpisang', 'keripik'],
  ])('%s suggests %s first', async (query, expected) => {
    expect((await suggestQueries(withTrigrams.db, query))[0]).toBe(expected)
  })

  test.each(['xyzzy', '9', '%', '_', "'"])('%s suggests nothing', async (query) => {
    expect(await suggestQueries(withTrigrams.db, query)).toEqual([])
  })

  test('every suggestion is another search, and finds something', async () => {
    for (const query of ['nastar', 'rendang', 'keripik nastar cokelat', 'a b c d e f', 'kue kukis kripik macaroni']) {
      const suggested = await suggestQueries(withTrigrams.db, query)
      expect(suggested.length).toBeLessThanOrEqual(4)
      expect(new Set(suggested).size).toBe(suggested.length)
      expect(suggested).not.toContain(query)
      for (const other of suggested)
        expect([other, await findsSomething(withTrigrams.db, other)]).toEqual([other, true])
    }
  })

  test('every text gets 200 within a time limit', async () => {
    const api = await makeApi(
      catalogRoutes({ ready: new ReadyAnswers({ maxAgeMs: 0 }), reader: productReader(withTrigrams.db, present) }),
    )
    const texts = [...hostileTexts, 'kripik '.repeat(60), 'k'.repeat(5_000)]
    for (const query of texts) {
      const { statusCode, body } = await api.inject({ url: '/products/suggestions', query: { query } })
      expect([query, statusCode]).toEqual([query, 200])
      const { data } = JSON.parse(body) as { data: ProductSuggestions }
      expect(data.queries.length).toBeLessThanOrEqual(4)
    }
    expect((await api.inject('/products/suggestions')).json().data).toMatchObject({ queries: [] })
    expect((await api.inject('/products/suggestions?query=a&query=b')).statusCode).toBe(200)
  })
})

test('the suggested products are in stock: first the best sellers, then the newest', async () => {
  const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute))
  const make = (name: string, minute: number, stock = 5) =>
    makeProduct(shop.db, { name, stock, created_at: at(minute) })
  const [best, soldOut, second, newest, newer] = [
    await make('Paling laris', 1),
    await make('Laris dan habis', 2, 0),
    await make('Laris', 3),
    await make('Terbaru', 9),
    await make('Baru', 8),
  ]
  const gone = await makeProduct(shop.db, { name: 'Laris dulu', archived_at: new Date() })
  const soldMost = async () => [best, gone, soldOut, second].map(({ id }) => id)
  const { products } = await productReader(shop.db, present, { soldMost }).suggestions('xyzzy')
  expect(products.map(({ id }) => id)).toEqual([best, second, newest, newer].map(({ id }) => id))
})

test('with group_sizes a group is suggested once: the size that sold most, or else the cheapest', async () => {
  const [sold, fresh] = [crypto.randomUUID(), crypto.randomUUID()]
  const at = (minute: number) => new Date(Date.UTC(2031, 0, 1, 0, minute))
  const make = (name: string, minute: number, group_id: string | null, price: number) =>
    makeProduct(shop.db, { name, group_id, price, created_at: at(minute) })
  const large = await make('Laris besar', 1, sold, 80_000)
  const small = await make('Laris kecil', 2, sold, 40_000)
  await make('Segar kecil', 3, fresh, 40_000)
  await make('Segar besar', 4, fresh, 80_000)
  await make('Lama', 0, null, 40_000)
  const soldMost = async () => [large, small].map(({ id }) => id)
  const namesWith = async (group_sizes: boolean) => {
    const settings = () => ({ group_sizes, own_order: false, sold_out_last: false })
    const { products } = await productReader(shop.db, present, { soldMost, settings }).suggestions('xyzzy')
    return products.map(({ name }) => name)
  }
  expect(await namesWith(false)).toEqual(['Laris besar', 'Laris kecil', 'Segar besar', 'Segar kecil'])
  expect((await namesWith(true)).slice(0, 3)).toEqual(['Laris besar', 'Segar kecil', 'Lama'])
})
