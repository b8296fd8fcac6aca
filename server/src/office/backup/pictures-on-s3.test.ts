/** The life of a picture on S3: upload, full set, backup and restore to files and back, deletion. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { deleteUnusedImages } from '../../media/delete-unused-images.ts'
import { allFiles, basicFiles } from '../../media/files/image-files.ts'
import { type MediaStore, openMediaStore } from '../../media/files/media-store.ts'
import { makeFullSets } from '../../media/make-full-sets.ts'
import { openS3Store } from '../../media/stores/s3-store.ts'
import { days, later } from '../../platform/clock.ts'
import { openDb } from '../../platform/db/db.ts'
import { rowsOfShop } from '../../testing/compare-shops.ts'
import { atDatabase, runSql } from '../../testing/databases.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { useMedia } from '../../testing/media-folder.ts'
import { makePicture } from '../../testing/pictures.ts'
import { useS3 } from '../../testing/s3-server.ts'
import { storePicture } from '../../testing/store-picture.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { verifyArchive } from './file/archive.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const shop = useTestDb()
const s3 = useS3()
const pictures = useMedia(shop, {
  get mediaS3() {
    return s3.settings()
  },
})
const now = new Date('2026-11-20T05:00:00Z')
let folder: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pictures-on-s3-'))
})
afterAll(() => rm(folder, { recursive: true }))

const running = () => new AbortController().signal
const namesIn = async (store: MediaStore) => (await store.list()).sort()

async function emptyDb() {
  const name = `on_s3_${process.pid}_${++count}`
  const connection = atDatabase(shop.connection, name)
  await runSql(shop.connection, `create database ${name}`)
  const { db, close } = openDb(connection)
  onTestFinished(async () => {
    await close()
    await runSql(shop.connection, `drop database ${name} with (force)`)
  })
  return { connection, db }
}

/** Back up one shop and restore it into a new one with this store. */
async function moveInto(store: MediaStore, from: Parameters<typeof makeBackup>[0]) {
  const { file, missingPictures } = await makeBackup(from, { file: path.join(folder, `${++count}.tar`) }, now)
  expect(missingPictures).toEqual([])
  const target = { ...(await emptyDb()), store }
  await restoreBackup(target, { file, manifest: await verifyArchive(file) }, now)
  return target
}

test('the pictures of a product are uploaded to S3, get their full sets, move by backups to files and back, and are deleted', async () => {
  const { media, store } = pictures
  const first = await storePicture(media, await makePicture({ width: 300 }))
  expect(await namesIn(store)).toEqual(basicFiles(first).sort())
  const second = await storePicture(media, await makePicture({ width: 200 }))
  const files = [first, second].flatMap(allFiles).sort()
  const product = await makeProduct(shop.db, { image: first, more_images: [second] })
  await makeFullSets({ db: shop.db, media, onChange: async () => {} }, running())
  expect(await namesIn(store)).toEqual(files)
  expect(await readdir(pictures.dataDir)).toEqual(['uploads'])

  const folderStore = await openMediaStore(path.join(folder, 'media'))
  const onFiles = await moveInto(folderStore, { connection: shop.connection, store })
  const back = await moveInto(openS3Store(s3.settings()), onFiles)
  for (const target of [onFiles, back]) {
    expect(await rowsOfShop(target.db)).toEqual(await rowsOfShop(shop.db))
    expect(await namesIn(target.store)).toEqual(files)
    for (const name of files) expect(await target.store.get(name)).toEqual(await store.get(name))
  }

  await shop.db.deleteFrom('products').where('id', '=', product.id).execute()
  const unused = await storePicture(media, await makePicture({ width: 301 }))
  await deleteUnusedImages({ db: shop.db, store }, now)
  await makeProduct(shop.db, { image: unused })
  await deleteUnusedImages({ db: shop.db, store }, later(now, days(1)))
  expect(await namesIn(store)).toEqual(basicFiles(unused).sort())
})

test("a backup fails if a picture can't be read, and leaves no archive without it", async () => {
  await makeProduct(shop.db, { image: await storePicture(pictures.media, await makePicture({ width: 302 })) })
  const away = openS3Store({ ...s3.settings(), bucket: 'tidak-ada' })
  const file = path.join(folder, 'none.tar')
  await expect(makeBackup({ connection: shop.connection, store: away }, { file }, now)).rejects.toThrow(/NoSuchBucket/)
  expect((await readdir(folder)).filter((name) => name.includes('none') || name.startsWith('.'))).toEqual([])
})
