import { beforeAll, expect, test } from 'vitest'
import { hours, later, minutes } from '../platform/clock.ts'
import { makeUser } from '../testing/make-user.ts'
import { useMedia } from '../testing/media-folder.ts'
import { makePicture } from '../testing/pictures.ts'
import { storePicture } from '../testing/store-picture.ts'
import { useTestDb } from '../testing/test-db.ts'
import { deleteOldUploads } from './count-upload.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
let now = noon
const pictures = useMedia(shop, { clock: () => now, uploadsPerCustomer: 20 })
let picture: Buffer

beforeAll(async () => {
  picture = await makePicture({ width: 40 })
})

const customer = async () => ({ id: (await makeUser(shop.db)).id, isAdmin: false })
const tooMany = { code: 'RATE_LIMITED', message: 'Terlalu banyak gambar yang diunggah. Silakan coba lagi nanti.' }

test('a customer can upload 20 pictures in an hour; others and the seller are not affected', async () => {
  now = noon
  const ani = await customer()
  const upload = (by = ani) => storePicture(pictures.media, picture, by)
  await upload()
  now = later(noon, minutes(10))
  for (let count = 2; count <= 20; count++) await upload()
  now = later(noon, minutes(20))
  await expect(upload()).rejects.toMatchObject({ ...tooMany, retryAfterSeconds: 40 * 60 })
  await upload(await customer())
  for (let count = 0; count <= 20; count++) await upload({ ...ani, isAdmin: true })

  now = later(noon, hours(1))
  await upload()
  await expect(upload()).rejects.toMatchObject({ ...tooMany, retryAfterSeconds: 10 * 60 })
})

test("uploads that can't be decoded are counted, files that are no pictures are not", async () => {
  const ani = await customer()
  const broken = picture.subarray(0, picture.length / 2)
  await expect(storePicture(pictures.media, Buffer.from('text'), ani)).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA',
  })
  await shop.db.insertInto('image_uploads').values(manyUploads(ani.id, 18)).execute()
  for (const _ of ['nineteenth', 'twentieth']) {
    await expect(storePicture(pictures.media, broken, ani)).rejects.toMatchObject({ code: 'VALIDATION' })
  }
  await expect(storePicture(pictures.media, broken, ani)).rejects.toMatchObject(tooMany)
})

test('simultaneous uploads do not exceed the limit', async () => {
  const ani = await customer()
  await shop.db.insertInto('image_uploads').values(manyUploads(ani.id, 19)).execute()
  const uploads = Array.from({ length: 5 }, () => storePicture(pictures.media, picture, ani))
  const outcomes = await Promise.allSettled(uploads)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('uploads that no longer count are deleted', async () => {
  const ani = await customer()
  await shop.db.insertInto('image_uploads').values(manyUploads(ani.id, 1)).execute()
  const count = () => shop.db.selectFrom('image_uploads').select('id').where('user_id', '=', ani.id).execute()
  await deleteOldUploads(shop.db, later(now, hours(1) - 1))
  expect(await count()).toHaveLength(1)
  await deleteOldUploads(shop.db, later(now, hours(1)))
  expect(await count()).toHaveLength(0)
})

const manyUploads = (userId: string, count: number) =>
  Array.from({ length: count }, () => ({ user_id: userId, uploaded_at: now }))
