/** An S3 store that is away, slow, or refuses, and the shop's answers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../testing/free-port.ts'
import { settingsAt, useS3 } from '../../testing/s3-server.ts'
import { openMediaStore } from '../files/media-store.ts'
import { mediaRoutes } from '../routes.ts'
import { StoreAway } from './s3-client.ts'
import { openS3Store, StoreRefused } from './s3-store.ts'

const s3 = useS3()
const picture = `${'0'.repeat(32)}-640.webp`
const quick = { attemptMs: 300, uploadMs: 300, pauseMs: 1, restMs: 0 }

/** The effect of each request, in turn. The last one repeats. */
async function startS3(...answers: RequestListener[]) {
  let calls = 0
  const server = createServer((request, response) => {
    answers[Math.min(calls++, answers.length - 1)]?.(request, response)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { settings: settingsAt(`http://127.0.0.1:${await listen(server)}`), calls: () => calls }
}

const ok: RequestListener = (_request, response) => void response.end('a picture')
const busy: RequestListener = (_request, response) =>
  void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
const refuse: RequestListener = (_request, response) =>
  void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
const cutOff: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000000' })
  response.write('half of a pic')
  setImmediate(() => response.destroy())
}
const silent: RequestListener = () => {}

test.each([
  ['busy', busy],
  ['cut off in the middle of a picture', cutOff],
  ['silent', silent],
  ['closing connections', (_request, response) => void response.destroy()] as [string, RequestListener],
])('a request is sent again after the service was %s, and the picture is whole', async (_what, trouble) => {
  const { settings, calls } = await startS3(trouble, trouble, ok)
  expect(String(await openS3Store(settings, quick).get(picture))).toBe('a picture')
  expect(calls()).toBe(3)
})

test.each([
  ['busy', 3, busy],
  ['cut off in the middle of a picture', 3, cutOff],
  ['silent', 3, silent],
  ['refusing', 1, refuse],
] as [string, number, RequestListener][])(
  'a service that stays %s is away after %s requests',
  async (_what, requests, trouble) => {
    const { settings, calls } = await startS3(trouble)
    await expect(openS3Store(settings, quick).get(picture)).rejects.toThrow(StoreAway)
    expect(calls()).toBe(requests)
  },
)

test('requests that wait for a silent service are refused together with the first ones', async () => {
  const { settings, calls } = await startS3(silent)
  const store = openS3Store(settings, { ...quick, restMs: 10_000 })
  const results = await Promise.allSettled(Array.from({ length: 300 }, () => store.get(picture)))
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  expect(calls()).toBeLessThanOrEqual(64 * 3)
})

test('a picture of a store that is away is 503 and is not kept by caches; it is sent when the store is back', async () => {
  const { settings } = await startS3(busy, busy, busy, ok)
  const app = fastify()
  onTestFinished(() => app.close())
  const store = openS3Store(settings, quick)
  app.register(mediaRoutes(store))
  const away = await app.inject(`/media/${picture}`)
  expect(away.statusCode).toBe(503)
  expect(away.json()).toMatchObject({ code: 'UNAVAILABLE' })
  expect(away.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' })
  expect(away.headers.etag).toBeUndefined()
  expect(away.body).not.toContain(settings.endpoint)
  const back = await app.inject(`/media/${picture}`)
  expect(back.body).toBe('a picture')
  expect(back.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(store.requests).toEqual({ ok: 1, unavailable: 1 })
})

test('a picture has the same headers from a folder and from S3, for GET, HEAD and a conditional GET', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const answers = []
  for (const store of [await openMediaStore(folder), openS3Store(s3.settings())]) {
    await store.put(picture, Buffer.from('a picture'))
    const app = fastify()
    onTestFinished(() => app.close())
    app.register(mediaRoutes(store))
    const url = `/media/${picture}`
    const got = await app.inject(url)
    const etag = String(got.headers.etag)
    const all = [
      got,
      await app.inject({ method: 'HEAD', url }),
      await app.inject({ url, headers: { 'if-none-match': `"other", W/${etag}` } }),
      await app.inject({ url, headers: { range: 'bytes=0-3' } }),
      await app.inject(url.replace('0', '1')),
    ]
    answers.push(
      all.map(({ statusCode, headers: { date: _date, 'last-modified': modified, ...headers }, body }) => ({
        ...{ statusCode, headers, body },
        hasTime: Date.parse(String(modified)) > 0,
      })),
    )
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[1]?.map(({ statusCode }) => statusCode)).toEqual([200, 200, 304, 206, 404])
  expect(answers[1]?.[0]?.headers).toMatchObject({ 'content-type': 'image/webp', 'content-length': '9' })
  expect(answers[1]?.[2]?.body).toBe('')
})

test('the start reports a missing bucket and an unknown key, and a missing bucket is never an empty store', async () => {
  const settings = s3.settings()
  const nowhere = openS3Store({ ...settings, bucket: 'tidak-ada' })
  await expect(nowhere.check()).rejects.toThrow(StoreRefused)
  await expect(nowhere.check()).rejects.toThrow(/404 NoSuchBucket for the bucket tidak-ada: check MEDIA_S3_ENDPOINT/)
  await expect(nowhere.list()).rejects.toThrow(StoreAway)
  await expect(nowhere.get(picture)).rejects.toThrow(StoreAway)
  await expect(nowhere.put(picture, Buffer.from('a'))).rejects.toThrow(StoreAway)
  await expect(openS3Store({ ...settings, key: 'ORANGLAIN' }).check()).rejects.toThrow(/403 InvalidAccessKeyId/)
})

test('a service that does not answer at the start is away, not refused', async () => {
  await expect(openS3Store(settingsAt('http://127.0.0.1:9'), quick).check()).rejects.toThrow(StoreAway)
  const { settings } = await startS3(busy)
  await expect(openS3Store(settings, quick).check()).rejects.toThrow(StoreAway)
})

test('a redirect is not followed, because it would take the signature to another host', async () => {
  const { settings, calls } = await startS3(
    (_request, response) => void response.writeHead(301, { location: '/x' }).end(),
  )
  await expect(openS3Store(settings, quick).get(picture)).rejects.toThrow(StoreAway)
  expect(calls()).toBe(1)
})

test('no message contains the secret', async () => {
  const { settings } = await startS3(refuse)
  const error = await openS3Store({ ...settings, secret: 'rahasia-s3' }, quick)
    .check()
    .catch((reason: Error) => reason)
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('rahasia-s3')
})

test('the bucket is part of the path or of the host', async () => {
  const seen: string[] = []
  const { settings } = await startS3(({ headers, url }, response) => {
    seen.push(`${headers.host?.split(':')[0]}${url}`)
    response.end('a picture')
  })
  const { port } = new URL(settings.endpoint)
  await openS3Store({ ...settings, prefix: 'a/b/' }, quick).get(picture)
  const host = { ...settings, endpoint: `http://localhost:${port}`, pathStyle: false }
  await openS3Store(host, quick)
    .get(picture)
    .catch(() => {}) // toko.localhost may have no address here
  expect(seen[0]).toBe(`127.0.0.1/toko/a/b/${picture}`)
  if (seen.length > 1) expect(seen[1]).toBe(`toko.localhost/${picture}`)
})
