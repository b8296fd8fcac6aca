import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { runSql } from '../../testing/databases.ts'
import { lockForWrites, queriesWaiting } from '../../testing/locks.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { useShop } from '../../testing/make-shop.ts'
import { makeUser } from '../../testing/make-user.ts'
import { addSamplePictures } from '../../testing/sample-pictures.ts'
import { askAt, clientOf } from '../../testing/shop-client.ts'
import { startShopProcess } from '../../testing/shop-process.ts'
import { catalogTopic } from '../catalog-change.ts'
import { ensureSearchIndexes } from '../read/search-index.ts'
import { drawSamples } from './draw-samples.ts'
import { loadSamples } from './load-samples.ts'
import { sampleProducts } from './sample-products.ts'

const shop = useShop()

const log = { info() {} }
const load = () => loadSamples({ db: shop.db, clock: shop.clock, log })
const draw = (signal = new AbortController().signal) => drawSamples({ media: shop.media, log }, signal)
const onSale = (db: Db = shop.db) =>
  db.selectFrom('products').select(['name', 'image']).orderBy('created_at', 'desc').execute()

/** The pictures in the shop's answers. Null for a product without one. */
async function shown(origin = shop.origin): Promise<(string | null)[]> {
  const { body } = await askAt(origin)<{ image: string | null }[]>('GET', '/products?limit=100')
  return body.data.map(({ image }) => image)
}

const none = sampleProducts.map(() => null)

beforeEach(() => sql`truncate products, orders cascade`.execute(shop.db))

test('a shop with samples opens and sells before their pictures are drawn, and shows them afterwards', {
  timeout: 240_000,
}, async () => {
  const { db, pool, connection, dataDir } = shop
  await addSamplePictures(dataDir)
  const user = await makeUser(db)
  const open = await transact(db, async (tx) => {
    await lockForWrites(tx, 'images') // no picture can be stored
    const started = await startShopProcess(connection, { DEMO_DATA: 'on', DATA_DIR: dataDir })
    await expect.poll(() => queriesWaiting(pool), { timeout: 110_000 }).toBe(1)
    expect(await shown(started.origin)).toEqual(none)
    const [product] = await db.selectFrom('products').select('id').where('stock', '>', 0).execute()
    const buyer = clientOf(user, started.origin)
    expect(await buyer.buy({ id: product?.id ?? '' })).toMatch(/./)
    return started
  })
  onTestFinished(async () => void (await open.kill()))
  // A drawing that has waited five seconds for the lock is tried again a minute later.
  await expect.poll(() => shown(open.origin), { timeout: 180_000 }).not.toContain(null)
})

test('an interrupted drawing goes on where it was, encodes nothing twice, and each sample has a picture of its own', async () => {
  const folder = path.join(shop.dataDir, 'media')
  await addSamplePictures(shop.dataDir)
  // A drawing that was killed has encoded all pictures but those of one sample.
  const [name = ''] = await readdir(folder)
  for (const file of await readdir(folder)) {
    if (file.startsWith(name.split('-')[0] ?? '')) await rm(path.join(folder, file))
  }
  await load()
  expect(await shown()).toEqual(none)
  const stop = new AbortController()
  onTestFinished(shop.broadcast.subscribe(catalogTopic, { onEvent: () => stop.abort(), onDisconnect() {} }))
  await draw(stop.signal)
  const first = (await shown()).filter(Boolean)
  expect(first).toHaveLength(1)
  await load()
  await draw()
  const drawn = await shown()
  expect(drawn).toContain(first[0])
  expect(new Set(drawn.filter(Boolean)).size).toBe(sampleProducts.length)
  const basic = (await readdir(folder)).filter((file) => /^[0-9a-f]+-(\d+\.webp|og\.jpg)$/.test(file))
  expect(basic).toHaveLength(sampleProducts.length * 6)

  const written = () => Promise.all(basic.map(async (file) => (await stat(path.join(folder, file))).mtimeMs))
  const before = await written()
  await shop.db.updateTable('products').set({ image: null }).execute() // as if the end came before they were recorded
  await draw()
  expect(await shown()).toEqual(drawn)
  expect(await written()).toEqual(before)
})

test('a picture that an administrator gives while the samples are drawn stays', async () => {
  await addSamplePictures(shop.dataDir)
  await load()
  const image = 'a'.repeat(32)
  let drawing: Promise<void> | undefined
  await transact(shop.db, async (tx) => {
    await tx.updateTable('products').set({ image }).where('name', '=', 'Nastar').execute()
    drawing = draw()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  })
  await drawing
  const products = await onSale()
  expect(products.filter((product) => product.image === image).map(({ name }) => name)).toEqual(['Nastar'])
  expect(products.filter((product) => product.image === null)).toEqual([])
})

test('an empty shop gets every sample, and none again at the next start', async () => {
  await load()
  await load()
  expect((await onSale()).map(({ name }) => name)).toEqual(sampleProducts.map(({ name }) => name))
})

test('two processes that start at the same time write the samples once', async () => {
  await Promise.all([load(), load()])
  expect(await onSale()).toHaveLength(sampleProducts.length)
})

test('they are written while the index of the search is created', async () => {
  await runSql(shop.connection, 'drop index if exists products_by_text')
  let creating: Promise<string | undefined> | undefined
  await transact(
    shop.db,
    async (tx) => {
      await onSale(tx) // the index waits for the end of this transaction
      creating = ensureSearchIndexes(shop.connection)
      await expect
        .poll(async () => (await sql`select from pg_locks where not granted`.execute(shop.db)).rows.length)
        .toBeGreaterThan(0)
      await load()
    },
    { isolation: 'repeatable read' },
  )
  expect(await creating).toBeUndefined()
  expect(await onSale()).toHaveLength(sampleProducts.length)
})

test('a shop that has a product, even an archived one, gets none', async () => {
  await makeProduct(shop.db, { archived_at: new Date() })
  await load()
  expect(await onSale()).toHaveLength(1)
})
