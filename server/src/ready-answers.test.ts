/** Public answers that are sent before routing. They equal Fastify's, and are sent only where Fastify would send them. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { transact } from './platform/db/transact.ts'
import { publishCatalogChange, publishPictureChange } from './products/catalog-change.ts'
import { useShop } from './testing/make-shop.ts'

const other = 'https://lain.id'
const shop = useShop({ pages: true, environment: { CORS_ORIGINS: other } })

interface Received {
  status: number | undefined
  /** Names and values as they arrived, without the date and the id of the request. */
  headers: string[]
  named: IncomingHttpHeaders
  body: Buffer
}

function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  return new Promise((resolve, reject) => {
    const asked = request(`${shop.origin}${path}`, { method, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      const { rawHeaders } = response
      const pairs = rawHeaders.flatMap((name, i) =>
        i % 2 === 0 ? [`${name.toLowerCase()}: ${rawHeaders[i + 1]}`] : [],
      )
      const { 'x-request-id': id, date = '', ...named } = response.headers
      expect(id).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
      expect(Date.parse(date)).not.toBeNaN()
      resolve({
        status: response.statusCode,
        headers: pairs.filter((pair) => !/^(date|x-request-id):/.test(pair)).sort(),
        named,
        body,
      })
    })
    asked.on('error', reject).end()
  })
}

/** The number of requests that have reached a handler of Fastify. */
function countRouted(): () => number {
  let count = 0
  const channel = 'tracing:fastify.request.handler:start'
  const add = () => (count += 1)
  subscribe(channel, add)
  onTestFinished(() => void unsubscribe(channel, add))
  return () => count
}

/**
 * The answer of Fastify, then the answer from the ready bytes. `isReady` tells how the two were answered. On a busy machine
 * an answer can be removed between the two, because of its age or because the event connection broke: then both are asked
 * for again.
 */
async function both(path: string, headers: Record<string, string> = {}) {
  const routed = countRouted()
  for (let triesLeft = 5; ; triesLeft -= 1) {
    const before = routed()
    const first = await send(path, headers)
    const between = routed()
    const second = await send(path, headers)
    if (routed() === between || triesLeft === 1) {
      return { first, second, isReady: between === before + 1 && routed() === between }
    }
    await publishCatalogChange(shop.db)
  }
}

const targets = [
  ['the list of the API', () => '/api/products?limit=30'],
  ['a search of the API', () => '/api/products?query=nastar'],
  ['a product of the API', async () => `/api/products/${(await shop.product({ description: 'x'.repeat(2_000) })).id}`],
  ['a short answer', async () => `/api/products/${(await shop.product()).id}`],
  ['home', () => '/'],
  ['the list', () => '/products?page=1'],
  ['a search', () => '/products?query=nastar'],
  ['a product', async () => `/products/${(await shop.product()).id}`],
  ['a page without data', () => '/auth/login'],
] as const

test.each(targets)('%s is the same in each encoding, computed and ready', async (_what, pathOf) => {
  for (let i = 0; i < 5; i += 1) await shop.product()
  const path = await pathOf()
  const plain = await send(path, { origin: 'https://jahat.id' }) // this call is not recorded
  const isShort = plain.body.length < 1024
  const { authorization } = (await shop.customer()).headers
  const encodings = [
    [{}, undefined],
    [{ 'accept-encoding': 'gzip, deflate, br' }, 'br'],
    [{ 'accept-encoding': 'gzip' }, 'gzip'],
  ] as const
  for (const [headers, encoding] of encodings) {
    const { first, second, isReady } = await both(path, headers)
    expect(isReady).toBe(!isShort || encoding === undefined) // a short answer has only one form
    expect(second).toEqual(first)
    expect([first.status, first.named['content-encoding']]).toEqual([200, isShort ? undefined : encoding])
    expect(first.named.vary).toContain('accept-encoding')
    expect(first.named['cache-control']).toBe('no-cache')
    expect(first.named['x-content-type-options']).toBe('nosniff')
    expect(first.named['content-security-policy']).toBe(plain.named['content-security-policy'])
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[first.named['content-encoding'] ?? '']
    expect((decode ? decode(first.body) : first.body).equals(plain.body)).toBe(true)
    // The answer is public, so the session makes no difference.
    const withSession = await send(path, { ...headers, authorization })
    expect(withSession).toEqual(first)
  }
})

test.each(targets)(
  '%s is 304 for a known ETag, computed and ready, and HEAD has the headers of GET',
  async (_w, pathOf) => {
    const path = await pathOf()
    const { headers, named } = await send(path)
    const { first, second, isReady } = await both(path, { 'if-none-match': String(named.etag) })
    expect(isReady).toBe(true)
    expect([first.status, first.body.length]).toEqual([304, 0])
    expect(second).toEqual(first)
    expect(first.named.etag).toBe(named.etag)
    const head = await send(path, {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers).toEqual(headers)
  },
)

test('an answer for another origin is never the ready one', async () => {
  const routed = countRouted()
  const path = '/api/products?limit=7'
  for (let i = 0; i < 3; i += 1) {
    const allowed = await send(path, { origin: other })
    expect(allowed.named['access-control-allow-origin']).toBe(other)
    expect(allowed.named.vary?.toLowerCase()).toMatch(/origin.*accept-encoding/)
    expect((await send(path, { origin: 'https://jahat.id' })).named['access-control-allow-origin']).toBeUndefined()
    const same = await send(path)
    expect(same.named['access-control-allow-origin']).toBeUndefined()
    expect(same.named.vary?.toLowerCase()).toMatch(/origin.*accept-encoding/)
  }
  expect(routed()).toBe(7) // the first of the three without an origin
})

test('URLs of the same list share one answer, and a list that is not found has none', async () => {
  const [plain, spelled] = [await send('/api/products'), await send('/api/products/?page=1&sortBy=acak&limit=10&x=1')]
  expect(spelled.named.etag).toBe(plain.named.etag)
  const { id } = await shop.product()
  expect((await send(`/api/products/${id.toUpperCase()}`)).named.etag).toBe(
    (await send(`/api/products/${id}`)).named.etag,
  )
  const routed = countRouted()
  const unknown = '/api/products/0b0e7a52-6d5c-4a0f-9d5e-3f1f1f0f9a11'
  for (let i = 0; i < 2; i += 1) expect((await send(unknown)).status).toBe(404)
  expect(routed()).toBe(2)
})

test('other methods do not get the ready answer', async () => {
  await both('/api/products?limit=9')
  expect((await send('/api/products?limit=9', {}, 'DELETE')).status).toBe(405)
  expect((await send('/api/products?limit=9', {}, 'PATCH')).status).toBe(405)
})

test('an order removes the answers that show its products and no others: of the API at once, of the pages within a second', async () => {
  const [jar, bale] = [await shop.product({ stock: 9 }), await shop.product({ stock: 9 })]
  const buyer = await shop.customer()
  const paths = { page: `/products/${jar.id}`, json: `/api/products/${jar.id}`, other: `/products/${bale.id}` }
  for (const path of Object.values(paths)) expect((await both(path)).isReady).toBe(true)
  await buyer.buy(jar)
  const orderedAt = performance.now()
  const routed = countRouted()
  expect(JSON.parse((await send(paths.json)).body.toString()).data.stock).toBe(8)
  expect(routed()).toBe(1)
  await send(paths.other)
  expect(routed()).toBe(1)
  let shown = ''
  while (!shown.includes('Stok 8') && performance.now() - orderedAt < 5_000) {
    shown = (await send(paths.page)).body.toString().replaceAll('<!-- -->', '')
  }
  expect(performance.now() - orderedAt).toBeLessThan(1_000)
})

test('the page of a sold out product is removed when a product that it suggests is sold out, too', async () => {
  const soldOut = await shop.product({ stock: 0, price: 77_777_000 })
  const last = await shop.product({ stock: 1, price: 77_777_001, name: 'Toples terakhir' })
  const path = `/products/${soldOut.id}`
  const { second, isReady } = await both(path)
  expect(isReady).toBe(true)
  expect(second.body.toString()).toContain('Toples terakhir')
  await (await shop.customer()).buy(last)
  const orderedAt = performance.now()
  const isShown = async () => (await send(path)).body.toString().includes('Toples terakhir')
  while ((await isShown()) && performance.now() - orderedAt < 5_000);
  expect(performance.now() - orderedAt).toBeLessThan(1_000)
})

test('new files of a picture remove the answers that show its products, and no others', async () => {
  const image = 'b'.repeat(64)
  const [pictured, other] = [await shop.product({ image }), await shop.product()]
  const paths = [`/api/products/${pictured.id}`, `/api/products/${other.id}`] as const
  for (const path of paths) expect((await both(path)).isReady).toBe(true)
  await transact(shop.db, (tx) => publishPictureChange(tx, image))
  const routed = countRouted()
  await send(paths[1])
  expect(routed()).toBe(0)
  await send(paths[0])
  expect(routed()).toBe(1)
})

test('a change by an administrator is on the next page and in the next list', async () => {
  const product = await shop.product({ name: 'Aaa paling awal', price: 21_000 })
  const paths = [`/products/${product.id}`, `/api/products/${product.id}`, '/products', '/api/products', '/']
  for (const path of paths) await both(path)
  const admin = await shop.admin()
  const path = `/admin/products/${product.id}`
  expect((await admin.ask('PUT', path, { form: { price: '22000' } })).status).toBe(200)
  for (const path of paths.slice(0, 4)) expect((await send(path)).body.toString()).toMatch(/22\.?000/)
  expect((await admin.ask('DELETE', path)).status).toBe(200)
  for (const path of paths.slice(0, 2)) expect((await send(path)).status).toBe(404)
  for (const path of paths.slice(2)) expect((await send(path)).body.toString()).not.toContain('Aaa paling awal')
})
