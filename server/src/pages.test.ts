/** The pages of whole servers as processes, and of a server without its database. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { openQuiet } from './office/backup/quiet.ts'
import { openPages } from './pages.ts'
import { openDb } from './platform/db/db.ts'
import { openBroadcast } from './platform/events/broadcast.ts'
import { openSealer } from './platform/sealed.ts'
import { makeProduct } from './testing/make-product.ts'
import { makeUser } from './testing/make-user.ts'
import { useMedia } from './testing/media-folder.ts'
import { useSharedGateway } from './testing/shared-gateway.ts'
import { clientOf } from './testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'

const soon = { timeout: 30_000, interval: 20 }
const startsServers = { timeout: 60_000 }

const shop = useTestDb()
const media = useMedia(shop)
const shared = useSharedGateway()

test.each([
  ['/', 'Camilan'],
  ['/products?page=2', 'Produk'],
  ['/products/0b0e7a52-6d5c-4a0f-9d5e-3f1f1f0f9a11', 'Toko sedang tidak bisa dibuka'],
])('%s is 503 while the database is away, and says so', async (url, title) => {
  process.env.NODE_ENV = 'production' // React chooses its build by this variable
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
  expect(/<h1.*?>(.*?)<\/h1>/.exec(body)?.[1]).toBe('Toko sedang tidak bisa dibuka')
  expect(body).toContain('Keranjang dan pesanan Anda tetap tersimpan')
  expect(body).not.toContain('tidak ditemukan')
})

/** The answers of the control API of the local payment sandbox, without a token and with the printed one. */
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
  'one process at a time has the local payment sandbox; its control API needs a printed token only in production',
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
  'a page with content preloads its font and no scripts; a page that scripts fill does the opposite',
  startsServers,
  async () => {
    const { origin, kill } = await startShopProcess(shop.connection, shared.environment)
    onTestFinished(async () => void (await kill()))
    const preloadsOf = async (path: string) => {
      const html = await (await fetch(origin + path)).text()
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
  },
)

test(
  'a server that stops answers the request that waits for a hanging gateway, and then ends',
  startsServers,
  async () => {
    const { gateway, environment } = shared
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
    // The server finishes its requests at once, although a job is still at work.
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
