import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days, hours, later } from '../../platform/clock.ts'
import { openBroadcast } from '../../platform/events/broadcast.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeUser } from '../../testing/make-user.ts'
import { useMedia } from '../../testing/media-folder.ts'
import { makePicture } from '../../testing/pictures.ts'
import { storePicture } from '../../testing/store-picture.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { writeOrder } from '../../testing/write-order.ts'
import { deleteUnusedImages } from '../delete-unused-images.ts'
import { openMedia } from '../open-media.ts'
import { fullSetTopic } from './full-sets.ts'
import { basicFiles, fullSetFiles } from './image-files.ts'
import { keepImages } from './keep-images.ts'
import type { MediaStore } from './media-store.ts'

const shop = useTestDb()
const pictures = useMedia(shop)
const noon = new Date('2026-11-20T05:00:00Z')
let bytes: Buffer
let hash: string
let width = 60

beforeAll(() => {
  const broadcast = openBroadcast(shop.connection, { warn() {} }, shop.db)
  broadcast.subscribe(fullSetTopic, pictures.media.fullSets)
  afterAll(() => broadcast.close())
})

beforeEach(async () => {
  bytes = await makePicture({ width: width++ })
  hash = await storePicture(pictures.media, bytes)
})

const lookAt = (now: Date, store = pictures.store) => deleteUnusedImages({ db: shop.db, store }, now)
async function isStored(image = hash): Promise<boolean> {
  const found = await Promise.all(basicFiles(image).map((name) => pictures.store.has(name)))
  expect(new Set(found).size).toBe(1)
  return found[0] === true
}

describe('a picture', () => {
  test('without a reference is deleted a day after the job first saw it unused', async () => {
    await lookAt(noon)
    await lookAt(later(noon, days(1) - 1))
    expect(await isStored()).toBe(true)
    expect(pictures.media.fullSets.lookOf(hash)).not.toBeNull()
    await lookAt(later(noon, days(1)))
    expect(await isStored()).toBe(false)
    expect(pictures.media.fullSets.lookOf(hash)).toBeNull()
    expect(await shop.db.selectFrom('images').select('hash').where('hash', '=', hash).execute()).toEqual([])
  })

  test('is kept while a backup reads the files, and deleted at the next run', async () => {
    await lookAt(noon)
    const backup = await shop.pool.connect()
    try {
      await backup.query(keepImages)
      await lookAt(later(noon, days(1)))
      expect(await isStored()).toBe(true)
    } finally {
      backup.release(true) // the lock ends with the connection
    }
    await expect
      .poll(async () => {
        await lookAt(later(noon, days(1)))
        return isStored()
      })
      .toBe(false)
  })

  test('is deleted with its full set', async () => {
    const files = fullSetFiles(hash)
    for (const name of files) await pictures.store.put(name, Buffer.from('full'))
    await lookAt(noon)
    await lookAt(later(noon, days(1)))
    expect(await isStored()).toBe(false)
    expect(await Promise.all(files.map((name) => pictures.store.has(name)))).not.toContain(true)
  })

  test('of a user is kept, and deleted a day after they have chosen another one', async () => {
    const user = await makeUser(shop.db, { image: hash })
    for (const day of [0, 1, 2]) await lookAt(later(noon, days(day)))
    expect(await isStored()).toBe(true)
    await shop.db.updateTable('users').set({ image: null }).where('id', '=', user.id).execute()
    await lookAt(later(noon, days(3)))
    expect(await isStored()).toBe(true)
    await lookAt(later(noon, days(4)))
    expect(await isStored()).toBe(false)
  })

  test.each(['image', 'more_images'] as const)('of a product is kept, also when it is archived: %s', async (column) => {
    await lookAt(noon) // marked, as before the product was brought back
    await makeProduct(shop.db, { [column]: column === 'image' ? hash : [hash], archived_at: noon })
    for (const day of [1, 2]) await lookAt(later(noon, days(day)))
    expect(await isStored()).toBe(true)
  })

  test('of an ordered product is kept for the order', async () => {
    const product = await makeProduct(shop.db)
    const orderId = await writeOrder(shop.db, {
      userId: (await makeUser(shop.db)).id,
      lines: [{ product, quantity: 1 }],
    })
    await shop.db
      .insertInto('order_items')
      .values({
        order_id: orderId,
        position: 2,
        product_id: (await makeProduct(shop.db)).id,
        name: 'Nastar',
        image: hash,
        weight: 'KG_1',
        packaging: 'BAL',
        unit_price: 1,
        quantity: 1,
      })
      .execute()
    for (const day of [0, 1, 2]) await lookAt(later(noon, days(day)))
    expect(await isStored()).toBe(true)
  })

  test('that is used again meanwhile starts a new day', async () => {
    const product = await makeProduct(shop.db)
    const use = (image: string | null) =>
      shop.db.updateTable('products').set({ image }).where('id', '=', product.id).execute()
    await lookAt(noon)
    await use(hash)
    await lookAt(later(noon, hours(1)))
    await use(null)
    await lookAt(later(noon, hours(2)))
    await lookAt(later(noon, days(1)))
    expect(await isStored()).toBe(true)
    await lookAt(later(noon, days(1) + hours(2)))
    expect(await isStored()).toBe(false)
  })

  test('that is used when it is due is kept', async () => {
    await lookAt(noon)
    await makeProduct(shop.db, { image: hash })
    await lookAt(later(noon, days(2)))
    expect(await isStored()).toBe(true)
  })

  test('from before there were rows for pictures is found by its files', async () => {
    await shop.db.deleteFrom('images').where('hash', '=', hash).execute()
    await lookAt(noon)
    await lookAt(later(noon, days(1)))
    expect(await isStored()).toBe(false)
  })
})

test('a picture that is uploaded again when it is due is kept', async () => {
  await lookAt(noon)
  expect(await storePicture(pictures.media, bytes)).toBe(hash)
  await lookAt(later(noon, days(2)))
  expect(await isStored()).toBe(true)
})

test('an upload of a picture whose files are being deleted waits, and stores them again', async () => {
  await lookAt(noon)
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow: MediaStore = {
    ...pictures.store,
    async remove(name) {
      begun.resolve()
      await goOn.promise
      await pictures.store.remove(name)
    },
  }
  const row = shop.db.selectFrom('images').select('unused_since').where('hash', '=', hash)
  const deletion = lookAt(later(noon, days(1)), slow)
  await begun.promise
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(shop.db)
  expect(rows).toEqual([]) // no lock is held while the store is asked
  const upload = storePicture(pictures.media, bytes)
  await expect.poll(() => row.execute()).toEqual([{ unused_since: null }])
  goOn.resolve()
  await Promise.all([deletion, upload])
  expect(await isStored()).toBe(true)
  expect(await row.execute()).toEqual([{ unused_since: null }])
})

test('simultaneous uploads and deletions never leave a product without its picture', async () => {
  let now = noon
  for (let round = 0; round < 5; round++) {
    await lookAt(now)
    now = later(now, days(1))
    const [image] = await Promise.all([storePicture(pictures.media, bytes), lookAt(now), lookAt(now)])
    const product = await makeProduct(shop.db, { image })
    expect(await isStored()).toBe(true)
    await shop.db.deleteFrom('products').where('id', '=', product.id).execute()
    now = later(now, hours(1))
  }
})

test('a stopped job leaves the rest for the next run', async () => {
  await lookAt(noon)
  await deleteUnusedImages(pictures.media, later(noon, days(1)), AbortSignal.abort())
  expect(await isStored()).toBe(true)
})

test('a start deletes half-written files that a crash has left, but not files that are being written', async () => {
  const old = new Date(Date.now() - hours(1))
  const { folder, dataDir } = pictures
  for (const [file, abandoned] of [
    [path.join(folder, `.${hash}-640.webp.abc`), true],
    [path.join(folder, `.${hash}-960.webp.def`), false],
    [path.join(dataDir, 'uploads', 'abc'), true],
    [path.join(dataDir, 'uploads', 'def'), false],
  ] as const) {
    await writeFile(file, 'half')
    if (abandoned) await utimes(file, old, old)
  }
  await openMedia({ ...pictures.media, dataDir })
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([`.${hash}-960.webp.def`])
  expect(await readdir(path.join(dataDir, 'uploads'))).toEqual(['def'])
  expect(await isStored()).toBe(true)
})
