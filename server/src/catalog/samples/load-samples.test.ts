import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { runSql } from '../../testing/databases.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { useMedia } from '../../testing/media-folder.ts'
import { addSamplePictures } from '../../testing/sample-pictures.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { ensureSearchIndexes } from '../search-index.ts'
import { loadSamples } from './load-samples.ts'
import { sampleProducts } from './sample-products.ts'

const shop = useTestDb()
const media = useMedia(shop)

const load = () =>
  loadSamples({ db: shop.db, media: media.media, clock: () => new Date('2026-11-20T05:00:00Z'), log: { info() {} } })
const onSale = (db: Db = shop.db) => db.selectFrom('products').select(['name', 'image']).execute()

beforeEach(async () => {
  await shop.db.deleteFrom('products').execute()
})

test('an empty shop gets every sample with a picture of its own, and no second one at the next start', async () => {
  await addSamplePictures(media.dataDir)
  // A start that was interrupted has encoded all pictures but those of one sample.
  const [name = ''] = await readdir(media.folder)
  for (const file of await readdir(media.folder)) {
    if (file.startsWith(name.split('-')[0] ?? '')) await rm(path.join(media.folder, file))
  }
  await load()
  await load()
  const products = await onSale()
  expect(products.map(({ name }) => name).sort()).toEqual(sampleProducts.map(({ name }) => name).sort())
  expect(new Set(products.map(({ image }) => image)).size).toBe(sampleProducts.length)
  const basic = (await readdir(media.folder)).filter((file) => !file.includes('-full-'))
  expect(basic).toHaveLength(sampleProducts.length * 6)
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
