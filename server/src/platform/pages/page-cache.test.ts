import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { type Page, PageCache, toPage } from './page-cache.ts'

const cacheOf = (maxBytes = 10_000, maxAgeMs = 60_000) => new PageCache({ maxBytes, maxAgeMs })

/** A page of this many bytes in all its encodings together. */
const pageOf = (bytes: number, status = 200): Page => ({
  status,
  html: Buffer.alloc(bytes),
  brotli: Buffer.alloc(0),
  gzip: Buffer.alloc(0),
  etag: '""',
  contentSecurityPolicy: '',
})

const renders = (page: Page) => vi.fn(async () => page)

test('a page is there in each encoding, and its ETag changes with its content', async () => {
  const [page, other] = [
    await toPage(200, { html: '<p>Nastar</p>', contentSecurityPolicy: "default-src 'self'" }),
    await toPage(200, { html: '<p>Emping</p>', contentSecurityPolicy: '' }),
  ]
  expect(page.html.toString()).toBe('<p>Nastar</p>')
  expect(brotliDecompressSync(page.brotli).toString()).toBe('<p>Nastar</p>')
  expect(gunzipSync(page.gzip).toString()).toBe('<p>Nastar</p>')
  expect(page.etag).toMatch(/^"[\w-]+"$/)
  expect(page.etag).not.toBe(other.etag)
})

test('a page is rendered once, also for requests that arrive during the rendering', async () => {
  const cache = cacheOf()
  const render = renders(pageOf(10))
  await Promise.all([cache.get('/', render), cache.get('/', render)])
  await cache.get('/', render)
  expect(render).toHaveBeenCalledOnce()
})

test('a page that is too old is rendered again', async () => {
  const cache = cacheOf(10_000, 0)
  const render = renders(pageOf(10))
  await cache.get('/', render)
  await cache.get('/', render)
  expect(render).toHaveBeenCalledTimes(2)
})

test('the least recently used pages are removed when the limit is reached', async () => {
  const cache = cacheOf(30)
  const render = renders(pageOf(10))
  for (const path of ['/1', '/2', '/3']) await cache.get(path, render)
  await cache.get('/1', render)
  await cache.get('/4', render)
  expect(render).toHaveBeenCalledTimes(4)
  for (const path of ['/1', '/3', '/4']) await cache.get(path, render)
  expect(render).toHaveBeenCalledTimes(4)
  await cache.get('/2', render)
  expect(render).toHaveBeenCalledTimes(5)
})

test('a page larger than the limit is returned and not kept', async () => {
  const cache = cacheOf(30)
  const render = renders(pageOf(31))
  expect((await cache.get('/', render)).html).toHaveLength(31)
  await cache.get('/', render)
  expect(render).toHaveBeenCalledTimes(2)
})

test('a page with another status than 200, and a failed rendering, are not kept', async () => {
  const cache = cacheOf()
  const missing = renders(pageOf(10, 404))
  await cache.get('/nihil', missing)
  await cache.get('/nihil', missing)
  expect(missing).toHaveBeenCalledTimes(2)
  const broken = vi.fn(() => Promise.reject(new Error('broken')))
  await expect(cache.get('/', broken)).rejects.toThrow('broken')
  expect((await cache.get('/', renders(pageOf(10)))).status).toBe(200)
})

test('clear removes every page, also one that is being rendered', async () => {
  const cache = cacheOf(30)
  await cache.get('/', renders(pageOf(10)))
  const slow = Promise.withResolvers<Page>()
  const stale = cache.get('/products', () => slow.promise)
  cache.clear()
  slow.resolve(pageOf(10))
  await stale
  const [home, list] = [renders(pageOf(10)), renders(pageOf(10))]
  await cache.get('/', home)
  await cache.get('/products', list)
  expect([home.mock.calls.length, list.mock.calls.length]).toEqual([1, 1])
  // The bytes are still counted correctly: three pages fit.
  await cache.get('/3', renders(pageOf(10)))
  await cache.get('/', home)
  expect(home).toHaveBeenCalledOnce()
})
