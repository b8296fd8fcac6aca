import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDb } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { type Broadcast, openBroadcast } from '../platform/events/broadcast.ts'
import { makeProduct } from '../testing/make-product.ts'
import { makeAdmin } from '../testing/make-user.ts'
import { useTestDb } from '../testing/test-db.ts'
import { membershipTopic } from './catalog-change.ts'
import { changeProduct } from './change/change-product.ts'
import { createProduct } from './change/create-product.ts'
import { deleteProduct } from './change/delete-product.ts'
import { type KeptTotals, keptTotals } from './kept-totals.ts'
import { searchProducts } from './read/search-products.ts'

const shop = useTestDb()
const search = {
  query: null,
  category: null,
  stock: null,
  sortBy: 'name',
  sortOrder: 'asc',
  page: 1,
  limit: 1,
} as const
const form = {
  name: 'Nastar',
  price: 45_000,
  stock: 10,
  category: 'KUE_KERING',
  packaging: 'TOPLES',
  weight: 'GRAM_500',
  description: 'Isi nanas',
  low_stock_at: 5,
} as const

/** A process of the shop: its pool, its event connection and its totals. */
interface Process {
  database: Database
  broadcast: Broadcast
  totals: KeptTotals
}
let here: Process
let other: Process

function startProcess(): Process {
  const database = openDb(shop.connection)
  const broadcast = openBroadcast(shop.connection, { warn: () => {} }, database.db)
  const totals = keptTotals()
  broadcast.subscribe(membershipTopic, { onEvent: totals.clear, onDisconnect: totals.clear })
  return { database, broadcast, totals }
}
beforeAll(() => {
  here = startProcess()
  other = startProcess()
})
afterAll(async () => {
  for (const { database, broadcast } of [here, other]) {
    await broadcast.close()
    await database.close()
  }
})

const total = async ({ database, totals }: Process, category: 'KUE_KERING' | null = null) =>
  (await searchProducts(database.db, { ...search, category, now: new Date() }, totals)).total

test('a total is kept, and counted again in every process after a product was added, moved, archived or deleted', async () => {
  const by = await makeAdmin(shop.db)
  const { db } = here.database
  const expectEverywhere = async (all: number, cookies: number) => {
    expect([await total(here), await total(here, 'KUE_KERING')]).toEqual([all, cookies])
    const seen = async () => [await total(other), await total(other, 'KUE_KERING')]
    await expect.poll(seen, { timeout: 1_000, interval: 20 }).toEqual([all, cookies])
  }
  await makeProduct(shop.db)
  await makeProduct(shop.db)
  await expectEverywhere(2, 0)
  const silent = await makeProduct(shop.db) // without an event, which shows that the totals are kept
  expect([await total(here), await total(other)]).toEqual([2, 2])

  const product = await transact(db, (tx) => createProduct(tx, by, { form, image: null }, new Date()))
  await expectEverywhere(4, 1)
  await changeProduct(db, by, { id: silent.id, form: { category: 'KUE_KERING' }, image: undefined }, new Date())
  await expectEverywhere(4, 2)
  await deleteProduct(db, by, product.id, new Date())
  await expectEverywhere(3, 1)

  await makeProduct(shop.db)
  await changeProduct(db, by, { id: silent.id, form: { stock: 3, price: 1_000 }, image: undefined }, new Date())
  expect([await total(here), await total(other)]).toEqual([3, 3]) // a sale or a price changes no total
})

test('a request after a change gets a new count, not one that began before it', async () => {
  const totals = keptTotals()
  const before = Promise.withResolvers<number>()
  const waiting = totals.get('a', () => before.promise)
  totals.clear()
  expect(await totals.get('a', async () => 2)).toBe(2)
  before.resolve(1)
  expect(await waiting).toBe(1)
  expect(await totals.get('a', async () => 3)).toBe(2)
})

test('simultaneous requests wait for one count; a failed count is not kept', async () => {
  const totals = keptTotals()
  let counts = 0
  const count = async () => ++counts
  expect(await Promise.all([totals.get('a', count), totals.get('a', count)])).toEqual([1, 1])
  await expect(totals.get('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await totals.get('b', count)).toBe(2)
})

test('a total ends 5 s after its count began, also if the event is lost', async () => {
  let now = 0
  const totals = keptTotals(() => now)
  await totals.get('a', async () => 1)
  now = 4_999
  expect(await totals.get('a', async () => 2)).toBe(1)
  now = 5_000
  expect(await totals.get('a', async () => 2)).toBe(2)
})

test('the oldest of more than 1,000 totals is removed', async () => {
  const totals = keptTotals(() => 0)
  for (let i = 0; i <= 1_000; i += 1) await totals.get(String(i), async () => i)
  const again = (search: string) => totals.get(search, async () => -1)
  expect([await again('1000'), await again('1'), await again('0')]).toEqual([1_000, 1, -1])
})
