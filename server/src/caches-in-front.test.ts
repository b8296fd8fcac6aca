/** Which answers a cache may keep, and which changes it is told. The cache of nginx: lab/operate/front-cache.test.ts. */
import { afterAll, describe, expect, test } from 'vitest'
import { later } from './platform/clock.ts'
import { publishCatalogChange } from './products/catalog-change.ts'
import { useShop } from './testing/make-shop.ts'
import { openToldCache } from './testing/told-cache.ts'

let answers = true
const cache = await openToldCache((response) => answers && response.writeHead(204).end())
afterAll(() => cache.close())
const shop = useShop({
  pages: true,
  environment: {
    CACHE_SECONDS: '10',
    CACHE_STALE_SECONDS: '60',
    CACHE_PURGE_URLS: cache.url,
    CACHE_PURGE_TOKEN: 'rahasia-antara-kita',
    CORS_ORIGINS: 'https://lain.contoh.id',
  },
})
const shared = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60'
const missing = '0b0e7a52-6d5c-4a0f-9d5e-3f1f1f0f9a11'

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(shop.origin + path, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  return response
}

describe('answers that a cache may keep', () => {
  test.each([
    ['home', () => '/'],
    ['home with a query', () => '/?fbclid=1'],
    ['a list', () => '/products'],
    ['a page of a list', () => '/products?category=KUE_KERING&sortBy=price&page=2'],
    ['a product', async () => `/products/${(await shop.product()).id}`],
    ['a product that is sold out', async () => `/products/${(await shop.product({ stock: 0 })).id}`],
  ])('%s, computed and ready, is the same for all visitors in each encoding', async (_what, pathOf) => {
    const path = await pathOf()
    const { headers: customer } = await shop.customer()
    const { etag } = Object.fromEntries((await get(path)).headers)
    for (const headers of [
      {},
      { 'accept-encoding': 'gzip' },
      { 'accept-encoding': 'br' },
      { cookie: 'a=1' },
      customer,
      { origin: 'https://lain.contoh.id' },
      { 'if-none-match': String(etag) },
    ]) {
      for (const _ of ['computed', 'ready']) {
        const answer = await get(path, headers)
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([
          'if-none-match' in headers ? 304 : 200,
          shared,
        ])
        // The answer is the same for everybody, so it varies by nothing else.
        expect(answer.headers.get('vary')).toBe('accept-encoding')
        expect(answer.headers.get('etag')).toBe(etag)
        expect(answer.headers.get('set-cookie')).toBeNull()
      }
    }
    const head = await fetch(shop.origin + path, { method: 'HEAD' })
    expect(head.headers.get('cache-control')).toBe(shared)
  })

  test.each([
    ['/products?query=nastar', 200, 'no-cache'], // visitors can invent any number
    ['/products?page=21', 200, 'no-cache'],
    ['/cart', 200, 'no-cache'],
    ['/profile', 200, 'no-cache'],
    ['/my-order', 200, 'no-cache'],
    ['/admin/manage-products', 200, 'no-cache'],
    ['/auth/login', 200, 'no-cache'],
    [`/products/${missing}`, 404, 'no-cache'],
    ['/tidak/ada', 404, 'no-cache'],
    ['/api/products', 200, 'no-cache'],
    [`/api/products/${missing}`, 404, 'no-store'],
    ['/api/carts', 401, 'no-store'],
    ['/sitemap.xml', 200, 'no-cache'],
  ])('a cache may not keep %s', async (path, status, cacheControl) => {
    for (const _ of ['computed', 'ready']) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, cacheControl])
    }
  })
})

test('a cache keeps a page no longer than its prices hold, stale or not', async () => {
  const { id } = await shop.product()
  const admin = await shop.admin()
  const items = [{ id, form: { price: '20000' } }]
  const until = later(shop.clock(), 30_000).toISOString()
  expect((await admin.ask('POST', '/admin/products/changes', { body: { items, until } })).status).toBe(200)
  const path = `/products/${id}`
  for (const [left, expected] of [
    [30, 's-maxage=10, stale-while-revalidate=20'],
    [12, 's-maxage=10, stale-while-revalidate=2'],
    [4, 's-maxage=4'],
    [0, 's-maxage=10, stale-while-revalidate=60'],
  ] as const) {
    await shop.advanceClock(Math.max(0, Date.parse(until) - shop.clock().getTime() - left * 1_000))
    for (const _ of ['computed', 'ready', 'ready']) {
      expect((await get(path)).headers.get('cache-control')).toBe(`public, max-age=0, ${expected}`)
    }
  }
})

describe('changes that a cache is told', () => {
  const toldOf = ({ id }: { id: string }) => cache.told.filter(({ paths }) => paths.includes(`/products/${id}`))

  test('a cache is told a change by an administrator, with the paths of its pages, within a second and once more', async () => {
    const product = await shop.product()
    await expect.poll(() => toldOf(product)).toHaveLength(2)
    const { ask } = await shop.admin()
    const changed = await ask('PUT', `/admin/products/${product.id}`, { form: { price: '22000' } })
    expect(changed.status).toBe(200)
    const changedAt = performance.now()
    await expect.poll(() => toldOf(product)).toHaveLength(3)
    expect(performance.now() - changedAt).toBeLessThan(1_000)
    expect(cache.headers().authorization).toBe('Bearer rahasia-antara-kita')
    await expect.poll(() => toldOf(product)).toHaveLength(4)
    for (const { everything, paths } of toldOf(product)) {
      expect([everything, paths]).toEqual([false, expect.arrayContaining(['/', '/products'])])
    }
  })

  test('a cache is told a change without a subject as a change of everything', async () => {
    const before = cache.told.length
    await publishCatalogChange(shop.db)
    await expect.poll(() => cache.told.slice(before)).toContainEqual({ everything: true, paths: [] })
  })

  test('a cache is told neither an order nor a change by another process', async () => {
    const product = await shop.product()
    await expect.poll(() => toldOf(product)).toHaveLength(2)
    await (await shop.customer()).buy(product)
    const event = { topic: 'catalog', event: 'changed', data: { product: missing }, sender: 'another' }
    await shop.pool.query('select pg_notify($1, $2)', ['camilan_events', JSON.stringify(event)])
    // Events arrive in order: after the last one the others have arrived, too.
    const last = await shop.product()
    await expect.poll(() => toldOf(last)).toHaveLength(2)
    expect(toldOf(product)).toHaveLength(2)
    expect(toldOf({ id: missing })).toEqual([])
  })

  test('an order does not wait for a silent cache', async () => {
    const product = await shop.product()
    answers = false
    await shop.setStock(product, 9)
    await expect.poll(() => toldOf(product).length).toBeGreaterThan(0)
    const buyer = await shop.customer()
    await buyer.addToCart(product, 1)
    expect((await buyer.placeOrder()).status).toBe(201)
    answers = true
  })
})
