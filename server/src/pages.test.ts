/** Two processes of the whole server on one database: a change made in one is on the pages that the other renders. */
import type { Product } from '@camilan/contract/catalog'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from './app.ts'
import { openQuiet } from './backup/quiet.ts'
import { readConfig } from './config.ts'
import { openPages } from './pages.ts'
import { openDb } from './platform/db/db.ts'
import { openBroadcast } from './platform/events/broadcast.ts'
import { openSealer } from './platform/sealed.ts'
import { makeProduct } from './testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from './testing/make-user.ts'
import { useMedia } from './testing/media-folder.ts'
import { multipartBody } from './testing/multipart-body.ts'
import { openSandbox, type Sandbox } from './testing/sandbox.ts'
import { clientOf } from './testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'

/** It takes milliseconds, on a busy machine more; without the event it would take up to the 5 s that an answer is kept. */
const soon = { timeout: 3_500, interval: 20 }
/** The longest time that something old may be shown, with the event of the change and without. */
const limitsMs = { withEvent: 1_000, without: 5_000 }

const startsServers = { timeout: 60_000 }

const shop = useTestDb()
const media = useMedia(shop)
const keys = { serverKey: 'SB-Mid-server-uji', clientKey: 'SB-Mid-client-uji' }
let gateway: Sandbox
let environment: Record<string, string>
let here: ShopProcess
let there: ShopProcess
let admin: TestUser

beforeAll(async () => {
  gateway = await openSandbox({ ...keys, clock: () => new Date() })
  environment = {
    MIDTRANS_SERVER_KEY: keys.serverKey,
    MIDTRANS_CLIENT_KEY: keys.clientKey,
    MIDTRANS_SNAP_URL: gateway.origin,
    MIDTRANS_API_URL: gateway.origin,
  }
  const start = () => startShopProcess(shop.connection, environment)
  ;[here, there] = await Promise.all([start(), start()])
  admin = await makeAdmin(shop.db)
})
afterAll(async () => {
  await Promise.all([here?.stop(), there?.stop()])
  await gateway?.close()
})

/** What the product's page says of its price and stock. */
async function pageOf({ id }: { id: string }, { origin }: ShopProcess) {
  const html = await (await fetch(`${origin}/products/${id}`)).text()
  const text = html.replaceAll(/<script.*?<\/script>/gs, '').replaceAll(/<[^>]*>/g, '')
  return { price: /Rp\s?([\d.]+)/.exec(text)?.[1], stock: /Stok (\d+)/.exec(text)?.[1] }
}

/** What the API says of the product's price and stock. */
async function dataOf({ id }: { id: string }, { origin }: ShopProcess) {
  const { data } = (await (await fetch(`${origin}/api/products/${id}`)).json()) as { data: Product }
  return { price: data.price, stock: data.stock }
}

/** How long it takes from now until both processes show this, on the page and in the API. */
async function msUntilShown(product: { id: string }, { price, stock }: { price: number; stock: number }) {
  const changedAt = performance.now()
  const page = { price: price.toLocaleString('id-ID'), stock: String(stock) }
  await Promise.all(
    [here, there].map((process) =>
      vi.waitFor(
        async () => {
          expect(await dataOf(product, process)).toEqual({ price, stock })
          expect(await pageOf(product, process)).toEqual(page)
        },
        { timeout: 9_000, interval: 20 },
      ),
    ),
  )
  return performance.now() - changedAt
}

async function changePrice(product: { id: string }, price: number, { origin } = here): Promise<void> {
  const { payload, headers } = await multipartBody({ price: String(price) })
  const answer = await fetch(`${origin}/api/admin/products/${product.id}`, {
    method: 'PUT',
    body: new Uint8Array(payload),
    headers: { ...headers, ...admin.headers },
  })
  expect(answer.status).toBe(200)
}

test('a page with content preloads its font and no scripts; one whose content they load does the opposite', async () => {
  const preloadsOf = async (path: string) => {
    const html = await (await fetch(here.origin + path)).text()
    const scripts = html.match(/<link[^>]* rel="modulepreload"[^>]*>/g) ?? []
    return { scripts, fonts: html.match(/<link[^>]* as="font"[^>]*>/g) ?? [] }
  }
  for (const path of ['/', '/products', '/auth/login']) {
    const { scripts, fonts } = await preloadsOf(path)
    expect(scripts, path).toEqual([])
    expect(fonts, path).toHaveLength(1)
  }
  for (const path of ['/cart', '/order', '/my-order']) {
    const { scripts, fonts } = await preloadsOf(path)
    expect(fonts, path).toEqual([])
    expect(scripts.length, path).toBeGreaterThan(3)
    for (const script of scripts) expect(script).toContain('fetchpriority="low"')
  }
})

test('a new price is on the pages of this process when the change is answered, and soon after on those of the other process', async () => {
  const product = await makeProduct(shop.db, { price: 25_000, stock: 7 })
  for (const process of [here, there]) expect(await pageOf(product, process)).toEqual({ price: '25.000', stock: '7' })
  for (const price of [31_000, 32_000, 33_000, 34_000]) {
    const shown = { price: `${price / 1000}.000`, stock: '7' }
    await changePrice(product, price)
    expect(await pageOf(product, here)).toEqual(shown)
    await vi.waitFor(async () => expect(await pageOf(product, there)).toEqual(shown), soon)
  }
})

test('the pages of one process show the stock that an order of the other process takes or returns', async () => {
  const product = await makeProduct(shop.db, { stock: 2 })
  const buyer = clientOf(await makeUser(shop.db), here.origin)
  expect(await pageOf(product, there)).toMatchObject({ stock: '2' })
  await buyer.addToCart(product, 2)
  const { status, body } = await buyer.placeOrder()
  expect(status).toBe(201)
  expect(await pageOf(product, here)).toMatchObject({ stock: '0' })
  await vi.waitFor(async () => expect(await pageOf(product, there)).toMatchObject({ stock: '0' }), soon)

  expect((await buyer.setStatus(body.data.order_id, 'DIBATALKAN')).status).toBe(200)
  await vi.waitFor(async () => expect(await pageOf(product, there)).toMatchObject({ stock: '2' }), soon)
})

test('a price and a sell-out of one process are shown by both within a second, on pages that visitors look at', async () => {
  const product = await makeProduct(shop.db, { price: 25_000, stock: 3 })
  const buyer = clientOf(await makeUser(shop.db), here.origin)
  await msUntilShown(product, { price: 25_000, stock: 3 }) // all of it is ready now
  await changePrice(product, 26_000, there)
  expect(await dataOf(product, there)).toEqual({ price: 26_000, stock: 3 })
  expect(await msUntilShown(product, { price: 26_000, stock: 3 })).toBeLessThan(limitsMs.withEvent)
  for (const stock of [2, 1, 0]) {
    await buyer.addToCart(product, 1)
    const { status, body } = await buyer.placeOrder()
    expect(status).toBe(201)
    expect(await dataOf(product, here)).toEqual({ price: 26_000, stock })
    expect(await msUntilShown(product, { price: 26_000, stock })).toBeLessThan(limitsMs.withEvent)
    if (stock > 0) continue
    expect((await buyer.setStatus(body.data.order_id, 'DIBATALKAN')).status).toBe(200)
    expect(await msUntilShown(product, { price: 26_000, stock: 1 })).toBeLessThan(limitsMs.withEvent)
  }
})

test('a change whose event is lost is shown within five seconds, and an order knows it at once', async () => {
  const product = await makeProduct(shop.db, { price: 25_000, stock: 3 })
  const buyer = clientOf(await makeUser(shop.db), here.origin)
  await msUntilShown(product, { price: 25_000, stock: 3 })
  await buyer.addToCart(product, 2)
  // As by a process that is killed between its commit and its NOTIFY.
  await shop.pool.query(
    `with changed as (update products set price = 27000, stock = 1 where id = $1)
     insert into event_marks (id) values (gen_random_uuid())`,
    [product.id],
  )
  const shown = msUntilShown(product, { price: 27_000, stock: 1 })
  expect(await dataOf(product, here)).toEqual({ price: 25_000, stock: 3 }) // ready, and old
  expect(await buyer.cart()).toMatchObject([{ product: { price: 27_000, stock: 1 } }])
  expect((await buyer.placeOrder()).status).toBe(409)
  expect(await shown).toBeLessThan(limitsMs.without)
})

test('the pages show a change that was made while no process could listen, within five seconds', async () => {
  const product = await makeProduct(shop.db, { price: 25_000 })
  expect(await pageOf(product, there)).toMatchObject({ price: '25.000' })
  const { rowCount } = await shop.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'camilan_events' and datname = current_database()`,
  )
  expect(rowCount).toBe(2)
  expect(await pageOf(product, there)).toMatchObject({ price: '25.000' }) // kept again, with the old price
  await changePrice(product, 26_000)
  await vi.waitFor(async () => expect(await pageOf(product, there)).toMatchObject({ price: '26.000' }), {
    ...soon,
    timeout: limitsMs.without,
  })
})

test.each([
  ['/', 'Camilan'],
  ['/products?page=2', 'Produk'],
  ['/products/0b0e7a52-6d5c-4a0f-9d5e-3f1f1f0f9a11', 'Toko sedang tidak dapat dibuka'],
])('while the database is away %s is 503 and says so', async (url, title) => {
  process.env.NODE_ENV = 'production' // React looks there for the build that it uses
  const away = { host: '/nonexistent', port: 5432, user: 'app', database: 'app' }
  const { db, close } = openDb(away)
  const broadcast = openBroadcast(away, { warn() {} }, db)
  const config = readConfig({})
  const { server } = await buildApp({
    config,
    db,
    connection: away,
    gatewayAccess: config.payments,
    sealer: await openSealer({ key: undefined, keyFile: undefined }),
    clock: () => new Date(),
    media: media.media,
    broadcast,
    quiet: await openQuiet(shop.db, broadcast),
    pages: (info) => openPages(info, { development: false }),
  })
  onTestFinished(async () => {
    await server.close()
    await broadcast.close()
    await close()
  })
  const { statusCode, headers, body } = await server.inject(url)
  expect(statusCode).toBe(503)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(/<title>(.*?)<\/title>/.exec(body)?.[1]).toContain(title)
  expect(/<h1.*?>(.*?)<\/h1>/.exec(body)?.[1]).toBe('Toko sedang tidak dapat dibuka')
  expect(body).toContain('Keranjang dan pesanan Anda tetap tersimpan')
  expect(body).not.toContain('tidak ditemukan')
})

/** The answers of the control API of the local payment sandbox without a token and with the printed one. */
async function control(process: ShopProcess) {
  const pay = async (headers = {}) => {
    const url = `${process.origin}/_sandbox/transactions/NO-SUCH-ORDER/pay`
    return (await fetch(url, { method: 'POST', headers })).status
  }
  await expect.poll(() => process.output()).toContain('Mail is written') // the lines are complete
  const [, token = ''] = /_sandbox\/#(\S+)/.exec(process.output()) ?? []
  return {
    tokenLength: token.length,
    without: await pay(),
    throughProxy: await pay({ 'x-forwarded-for': '127.0.0.1' }), // as a proxy on the same machine sends it
    withToken: await pay({ 'x-sandbox-token': token }),
  }
}

test(
  'one process at a time has the local payment sandbox, whose control API needs a printed token in production alone',
  startsServers,
  async () => {
    const first = await startShopProcess(shop.connection, {
      NODE_ENV: 'production',
      ALLOW_IN_PRODUCTION: 'sandbox,http',
    })
    onTestFinished(async () => void (await first.stop().catch(() => {})))
    expect(await control(first)).toEqual({ tokenLength: 43, without: 401, throughProxy: 401, withToken: 404 })
    const second = startShopProcess(shop.connection)
    await expect(second).rejects.toThrow('Another process on this database uses the local payment sandbox')
    await first.stop()
    const third = await startShopProcess(shop.connection)
    onTestFinished(async () => void (await third.kill()))
    expect(await control(third)).toEqual({ tokenLength: 0, without: 404, throughProxy: 404, withToken: 404 })
    expect(await third.stop()).toBe(0)
  },
)

test(
  'a server that stops answers the request that waits for a hanging gateway, and ends in order',
  startsServers,
  async () => {
    const process = await startShopProcess(shop.connection, { ...environment, PAYMENT_RECONCILE_SECONDS: '0.05' })
    const buyer = clientOf(await makeUser(shop.db), process.origin)
    const unpaid = async () => {
      await buyer.addToCart(await makeProduct(shop.db), 1)
      return buyer.placeOrder()
    }
    expect((await unpaid()).status).toBe(201)
    const asked = gateway.countCalls('GET', '/v2/')
    await gateway.setFaults({ create: 'hang', status: 'hang' })
    await vi.waitFor(() => expect(gateway.countCalls('GET', '/v2/')).toBeGreaterThan(asked), soon) // the job hangs
    const created = gateway.countCalls('POST', '/snap/v1/transactions')
    const placing = unpaid()
    await vi.waitFor(() => expect(gateway.countCalls('POST', '/snap/v1/transactions')).toBeGreaterThan(created), soon)
    const began = performance.now()
    const stopping = process.stop()
    // It drains at once, although a job is still at work.
    await vi.waitFor(() => expect(fetch(`${process.origin}/healthz`)).rejects.toThrow(), { timeout: 3_000 })
    const code = await stopping
    expect(await placing).toMatchObject({
      status: 503,
      body: { code: 'PAYMENT_UNAVAILABLE', data: { order_id: expect.any(String) } },
    })
    expect(code).toBe(0)
    expect(performance.now() - began).toBeLessThan(9_000)
  },
)
