/** nginx with the cache of deploy/ in front of two processes of the shop: the answers for visitors, and their age. */
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../server/src/testing/free-port.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeAdmin, type TestUser } from '../../server/src/testing/make-user.ts'
import { multipartBody } from '../../server/src/testing/multipart-body.ts'
import { openSandbox, type Sandbox } from '../../server/src/testing/sandbox.ts'
import { type ShopProcess, startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { openToldCache, type ToldCache } from '../../server/src/testing/told-cache.ts'
import { domain, hasProxy, type RunningProxy, startProxy } from './proxies.ts'

const keys = { serverKey: 'SB-Mid-server-uji', clientKey: 'SB-Mid-client-uji' }
const token = 'rahasia-antara-kita'
const [cacheSeconds, staleSeconds] = [4, 6]

describe.skipIf(!hasProxy('nginx'))("nginx from Debian, with deploy/'s cache", () => {
  const database = useTestDb()
  let gateway: Sandbox
  let shops: ShopProcess[] = []
  let admin: TestUser
  /** Both processes tell it each change. */
  let told: ToldCache
  /** One nginx is told changes, the other is not. `way` is a proxy between the second one and the shop. */
  let purged: RunningProxy
  let untold: RunningProxy
  let way: Awaited<ReturnType<typeof openWay>>
  let purgeUrl = ''
  let untoldPurgeUrl = ''
  let changed: { id: string } | undefined
  let start: (more?: { PORT: string }) => Promise<ShopProcess>

  beforeAll(async () => {
    gateway = await openSandbox({ ...keys, clock: () => new Date() })
    told = await openToldCache()
    admin = await makeAdmin(database.db)
    const [purgePort, otherPort] = [await freePort(), await freePort()]
    ;[purgeUrl, untoldPurgeUrl] = [`http://127.0.0.1:${purgePort}/`, `http://127.0.0.1:${otherPort}/`]
    start = (more) =>
      startShopProcess(database.connection, {
        ...more,
        PUBLIC_URL: `https://${domain}`,
        TRUST_PROXY: '127.0.0.1',
        MIDTRANS_SERVER_KEY: keys.serverKey,
        MIDTRANS_CLIENT_KEY: keys.clientKey,
        MIDTRANS_SNAP_URL: gateway.origin,
        MIDTRANS_API_URL: gateway.origin,
        CACHE_SECONDS: String(cacheSeconds),
        CACHE_STALE_SECONDS: String(staleSeconds),
        CACHE_PURGE_URLS: `${purgeUrl},${told.url}`,
        CACHE_PURGE_TOKEN: token,
      })
    shops = await Promise.all([start(), start()])
    const [here = ''] = shops.map(({ origin }) => new URL(origin).host)
    way = await openWay(here)
    ;[purged, untold] = await Promise.all([
      startProxy(
        'nginx',
        shops.map(({ origin }) => new URL(origin).host),
        { cache: { purgePort, token } },
      ),
      startProxy('nginx', [way.host], { cache: { purgePort: otherPort, token } }),
    ])
  })
  afterAll(async () => {
    await Promise.all([purged?.stop(), untold?.stop()])
    await Promise.all(shops.map((shop) => shop.kill()))
    await way?.close()
    await told?.close()
    await gateway?.close()
  })

  const changePrice = async ({ id }: { id: string }, price: number) => {
    const { payload, headers } = await multipartBody({ price: String(price) })
    const response = await fetch(`${shops[0]?.origin}/api/admin/products/${id}`, {
      method: 'PUT',
      body: new Uint8Array(payload),
      headers: { ...headers, ...admin.headers },
    })
    expect(response.status).toBe(200)
    return performance.now()
  }
  const path = ({ id }: { id: string }) => `/products/${id}`
  const cacheOf = async (proxy: RunningProxy, address: string) => (await ask(proxy, address)).headers['x-cache']

  test('the shop makes a page once, and nginx sends it to all, whatever a link adds to its address', async () => {
    const product = await makeProduct(database.db, { name: 'Nastar Keju' })
    const address = path(product)
    const first = await ask(purged, address)
    expect(first).toMatchObject({ status: 200, headers: { 'x-cache': 'MISS', 'cache-control': 'no-cache' } })
    expect(first.text).toContain('Nastar Keju')
    for (const same of [
      address,
      `${address}?fbclid=1`,
      `/products/nastar-keju-${product.id}`,
      `/products/x-${product.id}`,
    ]) {
      const { headers, text } = await ask(purged, same)
      expect([same, headers['x-cache'], headers['cache-control']]).toEqual([same, 'HIT', 'no-cache'])
      expect(headers['x-request-id']).toBeUndefined()
      expect(headers['content-security-policy']).toBe(first.headers['content-security-policy'])
      expect(text).toBe(first.text)
    }
    const known = await ask(purged, address, { 'if-none-match': String(first.headers.etag) })
    expect([known.status, known.text, known.headers['cache-control']]).toEqual([304, '', 'no-cache'])
    await ask(purged, '/')
    expect(await cacheOf(purged, '/?utm_source=x')).toBe('HIT')
    await ask(purged, '/products?sortBy=price&page=2')
    expect(await cacheOf(purged, '/products?sortBy=price&page=2')).toBe('HIT')
  })

  test.each(['br', 'gzip', undefined])('the encoding %s is kept apart from the others', async (encoding) => {
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
    const headers = encoding && { 'accept-encoding': encoding }
    const plain = await ask(purged, '/products')
    for (let i = 0; i < 2; i += 1) {
      const answer = await ask(purged, '/products', headers || {})
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(decode ? decode(answer.body).toString() : answer.text).toBe(plain.text)
      expect(answer.headers.vary).toContain('accept-encoding')
      if (i === 1) expect(answer.headers['x-cache']).toBe('HIT')
    }
    // The shop would send another encoding than the client accepts to all later visitors.
    const fresh = '/products?category=KUE_KERING'
    await ask(purged, fresh, { 'x-no-compression': '1', ...headers })
    expect((await ask(purged, fresh, headers || {})).headers['content-encoding']).toBe(encoding)
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
    '/profile',
    '/my-order',
    '/auth/login',
    '/admin/products',
    '/tidak/ada',
    '/api/products',
    '/api/carts',
    '/readyz',
  ])('%s is not kept', async (address) => {
    for (let i = 0; i < 2; i += 1) {
      const { status, headers } = await ask(purged, address)
      expect([address, status, headers['x-cache']]).not.toEqual([address, status, 'HIT'])
    }
  })

  test.each([
    // The shop uses the last one.
    ['/products?page=1&page=2', '/products?page=1'],
    ['/products?%70age=2', '/products'],
    ['/products/..%2fproducts?page=2', '/products'],
    ['/%70roducts?page=2', '/products'],
  ])('%s does not take the place of %s', async (address, other) => {
    const generation = { method: 'POST', headers: { authorization: `Bearer ${token}` } }
    expect((await fetch(purgeUrl, generation)).status).toBe(204)
    await ask(purged, address)
    const { text } = await ask(purged, other)
    expect(text).not.toBe((await ask(purged, '/products?page=2')).text)
    expect(text).toContain('<title>')
    expect(await cacheOf(purged, other)).toBe('HIT')
  })

  test("the others get nginx's copy while a page is renewed, and the shop is asked once", async () => {
    const product = await makeProduct(database.db)
    await ask(untold, path(product))
    await wait((cacheSeconds + 1) * 1_000) // nginx counts whole seconds
    const before = way.count()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(untold, path(product))))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(
      answers.filter(({ headers }) => ['STALE', 'UPDATING'].includes(String(headers['x-cache']))).length,
    ).toBeGreaterThan(0)
    await expect.poll(() => cacheOf(untold, path(product)), soon).toBe('HIT')
    expect(way.count() - before).toBe(1)
  })

  test('an answer with a cookie is never kept', async () => {
    way.addCookie = true
    const product = await makeProduct(database.db)
    const cookies = []
    for (let i = 0; i < 3; i += 1) {
      const { headers } = await ask(untold, path(product))
      cookies.push(String(headers['set-cookie']))
      expect(headers['x-cache']).toBe('MISS')
    }
    expect(new Set(cookies).size).toBe(3)
    way.addCookie = false
  })

  test('a price changes within a second if nginx is told, and within CACHE_SECONDS if it is not', async () => {
    const product = await makeProduct(database.db, { price: 21_000 })
    const addresses = [path(product), '/products', '/products?sortBy=price&sortOrder=asc', '/']
    const shows = async (proxy: RunningProxy, price: string) => {
      const texts = await Promise.all(addresses.map(async (address) => (await ask(proxy, address)).text))
      return texts.map((text) => text.includes(price))
    }
    for (const proxy of [purged, untold]) expect((await shows(proxy, '21.000'))[0]).toBe(true)
    const changedAt = await changePrice(product, 22_345)
    changed = product
    expect((await ask(untold, path(product))).text).toContain('21.000')
    // A new page is requested after the change, so no page may show the old price any longer.
    await expect.poll(() => shows(purged, '22.345'), soon).toEqual(addresses.map(() => true))
    const withPurge = performance.now() - changedAt
    await expect.poll(async () => (await ask(untold, path(product))).text, soon).toContain('22.345')
    const without = performance.now() - changedAt
    console.log(`a new price was shown after ${ms(withPurge)} ms with the purge, after ${ms(without)} ms without`)
    expect(withPurge).toBeLessThan(busyMs)
    expect(without).toBeLessThan((cacheSeconds + 2) * 1_000)
  })

  test('a product that is deleted is gone within a second', async () => {
    const product = await makeProduct(database.db)
    expect((await ask(purged, path(product))).status).toBe(200)
    const url = `${shops[1]?.origin}/api/admin/products/${product.id}`
    expect((await fetch(url, { method: 'DELETE', headers: admin.headers })).status).toBe(200)
    const deletedAt = performance.now()
    await expect.poll(async () => (await ask(purged, path(product))).status, soon).toBe(404)
    expect(performance.now() - deletedAt).toBeLessThan(busyMs)
  })

  test('nginx requests a picture from the shop once', async () => {
    const { id } = await makeProduct(database.db)
    const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#c80' } })
      .png()
      .toBuffer()
    const { payload, headers } = await multipartBody({ image: new File([new Uint8Array(picture)], 'kue.png') })
    const url = `${shops[0]?.origin}/api/admin/products/${id}`
    const changed = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(payload),
      headers: { ...headers, ...admin.headers },
    })
    const { data } = (await changed.json()) as { data: { image: string } }
    const address = new URL(data.image).pathname
    const [first, second] = [await ask(untold, address), await ask(untold, address)]
    expect([first, second].map(({ status, headers }) => [status, headers['x-cache']])).toEqual([
      [200, 'MISS'],
      [200, 'HIT'],
    ])
    expect(second.headers['cache-control']).toContain('immutable')
    expect(second.body.equals(first.body)).toBe(true)
  })

  test('only a client with the token purges', async () => {
    const address = path(await makeProduct(database.db))
    await ask(untold, address) // which no process purges for a change of another test
    for (const headers of [{}, { authorization: 'Bearer lain' }]) {
      expect((await fetch(untoldPurgeUrl, { method: 'POST', headers })).status).toBe(403)
    }
    expect(await cacheOf(untold, address)).toBe('HIT')
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(untoldPurgeUrl, { method: 'POST', headers })).status).toBe(204)
    expect(await cacheOf(untold, address)).toBe('MISS')
    expect((await ask(untold, '/camilan-generation')).status).toBe(404)
  })

  test('nginx sends its kept pages while the shop is away, and says so for the others', async () => {
    const product = await makeProduct(database.db, { name: 'Kue Semprong' })
    // A process tells a change again a second later, unless it ends. A new process has nothing to tell.
    await Promise.all(shops.map((shop) => shop.stop()))
    const shop = await start({ PORT: new URL(shops[0]?.origin ?? '').port })
    await Promise.all(['/', path(product)].map((address) => ask(purged, address)))
    await shop.stop()
    await wait((cacheSeconds + staleSeconds + 1) * 1_000)
    expect(await cacheOf(purged, path(product))).toBe('STALE')
    const page = await ask(purged, path(product))
    expect(page.status).toBe(200)
    expect(page.text).toContain('Kue Semprong')
    expect((await ask(purged, '/')).status).toBe(200)
    const other = await ask(purged, '/products?category=MINUMAN&page=7')
    expect(other).toMatchObject({ status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '5' } })
    expect(other.text).toContain('Toko sedang dibuka kembali.')
    expect(await ask(purged, '/api/products')).toMatchObject({ status: 503 })
    expect(await ask(purged, '/cart')).toMatchObject({ status: 503 })
  })

  test('one of the two processes has told a change, at once and a second later', () => {
    // Both have ended, so no more purges come.
    const tellings = told.told.filter(({ paths }) => changed && paths.includes(path(changed)))
    expect(tellings).toHaveLength(2)
  })
})

/** A purge works within half a second on an idle machine. A change without a purge takes several seconds. */
const busyMs = 3_000
const soon = { timeout: 30_000, interval: 20 }
const ms = (milliseconds: number) => milliseconds.toFixed(0)

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
  text: string
}

async function ask(
  { httpsPort, certificate }: RunningProxy,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const options = { host: '127.0.0.1', port: httpsPort, servername: domain, ca: certificate, path }
  const request = https.get({ ...options, headers: { host: domain, ...headers } })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const body = Buffer.concat(await response.toArray())
  return { status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() }
}

/** A server that passes requests on to the shop, counts them, and adds a cookie for some tests. */
async function openWay(shop: string) {
  let count = 0
  const way = { host: '', addCookie: false, count: () => count, close: () => server.close() }
  const server = http.createServer((request, response) => {
    count += 1
    const { method = 'GET', url = '/', headers } = request
    const passed = http.request(`http://${shop}${url}`, { method, headers }, (answer) => {
      const cookie = way.addCookie ? { 'set-cookie': `visitor=${count}` } : {}
      response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...cookie })
      answer.pipe(response)
    })
    request.pipe(passed)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  way.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return way
}
