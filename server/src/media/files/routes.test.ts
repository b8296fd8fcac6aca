import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useMedia } from '../../testing/media-folder.ts'
import { makePicture } from '../../testing/pictures.ts'
import { storePicture } from '../../testing/store-picture.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { mediaRoutes } from '../routes.ts'
import { imageUrlUnder } from './image-url.ts'

const media = useMedia(useTestDb())
const app = fastify()
const imageUrl = imageUrlUnder('http://toko.test')
let hash = ''

beforeAll(async () => {
  app.register(mediaRoutes(media.store))
  hash = await storePicture(media.media, await makePicture())
})
afterAll(() => app.close())

test('the URL in a response leads to the picture, which may be cached for a year and shown on any site', async () => {
  const answer = await app.inject(new URL(imageUrl(hash) ?? '').pathname)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect((await app.inject(`/media/${hash}-og.jpg`)).headers['content-type']).toBe('image/jpeg')
})

test('the URL is null without a picture', () => {
  expect(imageUrl(null)).toBeNull()
})

test.each([
  () => `${'0'.repeat(32)}-640.webp`,
  () => `${hash}-641.webp`,
  () => `${hash}-480.webp`,
  () => `${hash}-640.avif`,
  () => `${hash}-full-641.avif`,
  () => `${hash}-full-640.jpg`,
  () => `${hash}-640.webp.`,
  () => `${hash}-640.webp%00`,
  () => `.${hash}-640.webp`,
  () => '..%2F..%2Fpackage.json',
  () => '%2e%2e%2fpackage.json',
  () => 'a'.repeat(90),
])('any other name is not found (%#)', async (name) => {
  const answer = await app.inject(`/media/${name()}`)
  expect(answer.statusCode).toBe(404)
})

test('a file in the folder is not found if its name only ends like that of a picture', async () => {
  const name = `x${hash}-640.webp`
  await media.store.put(name, Buffer.from('not a picture'))
  expect((await app.inject(`/media/${name}`)).statusCode).toBe(404)
})

test('an error is sent as JSON and is not cached', async () => {
  const answer = await app.inject('/media/no-such.webp')
  expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a part of a picture can be requested, and a picture that is known is not sent again', async () => {
  const url = `/media/${hash}-640.webp`
  const whole = await app.inject(url)
  const ask = (headers: Record<string, string>) => app.inject({ url, headers })
  const part = await ask({ range: 'bytes=2-5' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 2-5/${whole.rawPayload.length}`])
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(2, 6))
  expect((await ask({ range: 'bytes=-3' })).rawPayload).toEqual(whole.rawPayload.subarray(-3))
  expect((await ask({ range: `bytes=${whole.rawPayload.length}-` })).statusCode).toBe(416)
  for (const range of ['bytes=0-1,4-5', 'pages=1-2', 'half']) expect((await ask({ range })).statusCode).toBe(200)
  expect((await ask({ range: 'bytes=2-5', 'if-range': '"other"' })).statusCode).toBe(200)
  const modified = String(whole.headers['last-modified'])
  expect(Date.now() - Date.parse(modified)).toBeLessThan(600_000)
  expect((await ask({ 'if-modified-since': modified })).statusCode).toBe(304)
  expect((await ask({ 'if-none-match': '*' })).statusCode).toBe(304)
  expect((await ask({ 'if-none-match': '"other"', 'if-modified-since': modified })).statusCode).toBe(200)
})
