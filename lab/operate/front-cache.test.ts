/** nginx with the cache of deploy/ in front of two processes of the shop: the answers for visitors, and their age. */
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../server/src/testing/free-port.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeAdmin, type TestUser } from '../../server/src/testing/make-user.ts'
import { makePicture } from '../../server/src/testing/pictures.ts'
import { useSharedGateway } from '../../server/src/testing/shared-gateway.ts'
import { type ShopProcess, startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { ask } from './ask-proxy.ts'
import { domain, hasProxy, type RunningProxy, startProxy } from './proxies.ts'
import { startPassOn } from './start-pass-on.ts'

const token = 'rahasia-antara-kita'
const [cacheSeconds, staleSeconds] = [4, 6]
/** A purge works within half a second on an idle machine. A change without a purge takes several seconds. */
const busyMs = 3_000
const soon = { timeout: 30_000, interval: 20 }

describe.skipIf(!hasProxy('nginx'))("nginx from Debian, with deploy/'s cache", () => {
  const database = useTestDb()
  const shared = useSharedGateway()
  let shops: ShopProcess[] = []
  let admin: TestUser
  /** One nginx is told changes, the other is not. `way` is a proxy between the second one and the shop. */
  let purged: RunningProxy
  let untold: RunningProxy
  let way: Awaited<ReturnType<typeof startPassOn>>
  let hasCookies = false
  let purgePorts: readonly [number, number]

  const start = (more: { PORT?: string } = {}) =>
    startShopProcess(database.connection, {
      ...shared.environment,
      ...more,
      PUBLIC_URL: `https://${domain}`,
      TRUST_PROXY: '127.0.0.1',
      CACHE_SECONDS: String(cacheSeconds),
      CACHE_STALE_SECONDS: String(staleSeconds),
      CACHE_PURGE_URLS: `http://127.0.0.1:${purgePorts[0]}/`,
      CACHE_PURGE_TOKEN: token,
    })

  beforeAll(async () => {
    admin = await makeAdmin(database.db)
    purgePorts = [await freePort(), await freePort()]
    shops = await Promise.all([start(), start()])
    const [first = '', second = ''] = shops.map(({ origin }) => new URL(origin).host)
    way = await startPassOn(`http://${first}`, () => (hasCookies ? { 'set-cookie': `visitor=${way.count()}` } : {}))
    purged = await startProxy('nginx', [first, second], { purgePort: purgePorts[0], token })
    untold = await startProxy('nginx', [way.host], { purgePort: purgePorts[1], token })
  })
  afterAll(async () => {
    for (const proxy of [purged, untold]) await proxy?.stop()
    for (const shop of shops) await shop.kill()
    way?.close()
  })

  /** By the administrator, at the first process or the second. */
  async function send(method: 'PUT' | 'DELETE', { id }: { id: string }, fields: Record<string, string | File> = {}) {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const url = `${shops[method === 'PUT' ? 0 : 1]?.origin}/api/admin/products/${id}`
    const content = method === 'PUT' ? { body } : {}
    const response = await fetch(url, { method, headers: admin.headers, ...content })
    expect(response.status).toBe(200)
    return ((await response.json()) as { data: { image: string } }).data
  }
  const purge = (port: number, authorization = `Bearer ${token}`) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { authorization } })
  const path = ({ id }: { id: string }) => `/products/${id}`
  const cacheOf = async (proxy: RunningProxy, address: string) => (await ask(proxy, address)).headers['x-cache']

  test('the shop makes a page once, and nginx sends it to all, whatever a link adds to its address', async () => {
    const product = await makeProduct(database.db, { name: 'Nastar Keju' })
    const address = path(product)
    const first = await ask(purged, address)
    expect(first).toMatchObject({ status: 200, headers: { 'x-cache': 'MISS', 'cache-control': 'no-cache' } })
    expect(first.text).toContain('Nastar Keju')
    for (const same of [address, `${address}?fbclid=1`, `/products/nastar-keju-${product.id}`]) {
      const { headers, text } = await ask(purged, same)
      expect([same, headers['x-cache'], headers['cache-control']]).toEqual([same, 'HIT', 'no-cache'])
      expect(headers['x-request-id']).toBeUndefined()
      expect(headers['content-security-policy']).toBe(first.headers['content-security-policy'])
      expect(text).toBe(first.text)
    }
    const known = await ask(purged, address, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect([known.status, known.text, known.headers['cache-control']]).toEqual([304, '', 'no-cache'])
    for (const other of ['/', '/products?sortBy=price&page=2']) await ask(purged, other)
    for (const other of ['/?utm_source=x', '/products?sortBy=price&page=2'])
      expect(await cacheOf(purged, other)).toBe('HIT')
  })

  test.each(['br', 'gzip', undefined])('the encoding %s is kept apart from the others', async (encoding) => {
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
    const headers = encoding ? { 'accept-encoding': encoding } : undefined
    const plain = await ask(purged, '/products')
    await ask(purged, '/products', { headers })
    const { body, text, headers: kept } = await ask(purged, '/products', { headers })
    expect([kept['content-encoding'], kept['x-cache']]).toEqual([encoding, 'HIT'])
    expect(decode ? decode(body).toString() : text).toBe(plain.text)
    // The shop would send another encoding than the client accepts to all later visitors.
    const fresh = '/products?category=KUE_KERING'
    await ask(purged, fresh, { headers: { 'x-no-compression': '1', ...headers } })
    expect((await ask(purged, fresh, { headers })).headers['content-encoding']).toBe(encoding)
  })

  test.each([
    // The shop uses the last one.
    ['/products?page=1&page=2', '/products?page=1'],
    ['/products?%70age=2', '/products'],
    ['/products/..%2fproducts?page=2', '/products'],
    ['/%70roducts?page=2', '/products'],
  ])('%s does not take the place of %s', async (address, other) => {
    expect((await purge(purgePorts[0])).status).toBe(204)
    await ask(purged, address)
    const { text } = await ask(purged, other)
    expect(text).not.toBe((await ask(purged, '/products?page=2')).text)
    expect(text).toContain('<title>')
    expect(await cacheOf(purged, other)).toBe('HIT')
  })

  test.each([
    '/products?query=nastar', // visitors can invent any number
    '/products?%70age=2',
    '/products?page=2#x',
    '/products/?page=2',
    '/%70roducts',
    '//products',
    '/products/..%2fproducts',
    '/products/00000000-0000-4000-8000-000000000000',
    '/cart',
    '/api/products',
  ])('%s is not kept', async (address) => {
    await ask(purged, address)
    expect(await cacheOf(purged, address)).not.toBe('HIT')
  })

  test("the others get nginx's copy while a page is renewed, and the shop is asked once", async () => {
    const address = path(await makeProduct(database.db))
    await ask(untold, address)
    await wait((cacheSeconds + 1) * 1_000) // nginx counts whole seconds
    const before = way.count()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(untold, address)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.map(({ headers }) => headers['x-cache'])).toContain('STALE')
    await expect.poll(() => cacheOf(untold, address), soon).toBe('HIT')
    expect(way.count() - before).toBe(1)
  })

  test('an answer with a cookie is never kept', async () => {
    hasCookies = true
    const address = path(await makeProduct(database.db))
    for (let i = 0; i < 3; i += 1) {
      const { headers } = await ask(untold, address)
      expect(headers).toMatchObject({ 'x-cache': 'MISS', 'set-cookie': [`visitor=${way.count()}`] })
    }
    hasCookies = false
  })

  test('a change is shown within a second if nginx is told, and within CACHE_SECONDS if it is not', async () => {
    const product = await makeProduct(database.db, { price: 21_000 })
    const addresses = [path(product), '/products', '/products?sortBy=price&sortOrder=asc', '/']
    for (const address of addresses) await ask(purged, address)
    for (const proxy of [purged, untold]) expect((await ask(proxy, path(product))).text).toContain('21.000')
    await send('PUT', product, { price: '22345' })
    const changedAt = performance.now()
    expect((await ask(untold, path(product))).text).toContain('21.000')
    // A new page is requested after the change, so no page may show the old price any longer.
    for (const address of addresses)
      await expect.poll(async () => (await ask(purged, address)).text, soon).toContain('22.345')
    const withPurge = performance.now() - changedAt
    await expect.poll(async () => (await ask(untold, path(product))).text, soon).toContain('22.345')
    const without = performance.now() - changedAt
    console.log(`a new price was shown after ${withPurge.toFixed()} ms, without a purge after ${without.toFixed()} ms`)
    expect(withPurge).toBeLessThan(busyMs)
    expect(without).toBeLessThan((cacheSeconds + 2) * 1_000)
    await send('DELETE', product)
    await expect.poll(async () => (await ask(purged, path(product))).status, { timeout: busyMs }).toBe(404)
  })

  test('nginx requests a picture from the shop once', async () => {
    const picture = new File([new Uint8Array(await makePicture())], 'kue.png')
    const { image } = await send('PUT', await makeProduct(database.db), { image: picture })
    const address = new URL(image).pathname
    const first = await ask(untold, address)
    expect(first).toMatchObject({ status: 200, headers: { 'x-cache': 'MISS' } })
    const second = await ask(untold, address)
    expect(second).toMatchObject({ status: 200, headers: { 'x-cache': 'HIT' } })
    expect(second.headers['cache-control']).toContain('immutable')
    expect(second.body.equals(first.body)).toBe(true)
  })

  test('only a client with the token purges', async () => {
    const address = path(await makeProduct(database.db))
    await ask(untold, address) // which no process purges for a change of another test
    for (const authorization of ['', 'Bearer lain'])
      expect((await purge(purgePorts[1], authorization)).status).toBe(403)
    expect(await cacheOf(untold, address)).toBe('HIT')
    expect((await purge(purgePorts[1])).status).toBe(204)
    expect(await cacheOf(untold, address)).toBe('MISS')
    expect((await ask(untold, '/camilan-generation')).status).toBe(404)
  })

  test('nginx sends its kept pages while the shop is away, and 503 for the others', async () => {
    const product = await makeProduct(database.db, { name: 'Kue Semprong' })
    // A process tells a change again a second later, unless it ends. A new process has nothing to tell.
    await Promise.all(shops.map((shop) => shop.stop()))
    const shop = await start({ PORT: new URL(shops[0]?.origin ?? '').port })
    for (const address of ['/', path(product)]) await ask(purged, address)
    await shop.stop()
    await wait((cacheSeconds + staleSeconds + 1) * 1_000)
    const page = await ask(purged, path(product))
    expect(page).toMatchObject({ status: 200, headers: { 'x-cache': 'STALE' } })
    expect(page.text).toContain('Kue Semprong')
    expect((await ask(purged, '/')).status).toBe(200)
    for (const address of ['/products?category=MINUMAN&page=7', '/cart', '/api/products'])
      expect(await ask(purged, address)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  })
})
