/** The server is killed at a chosen moment of an order, and another one goes on. `lab/faults/` kills it 200 times. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureWebBuild } from './platform/pages/web-build.ts'
import { checkBooks } from './reports/check-books.ts'
import { makeProduct } from './testing/make-product.ts'
import { makeUser } from './testing/make-user.ts'
import { openSandbox, type Sandbox } from './testing/sandbox.ts'
import { clientOf } from './testing/shop-client.ts'
import { startShopProcess } from './testing/shop-process.ts'
import { startSilentProxy } from './testing/silent-proxy.ts'
import { useTestDb } from './testing/test-db.ts'

const database = useTestDb()
const keys = { serverKey: 'SB-Mid-server-uji', clientKey: 'SB-Mid-client-uji' }
let gateway: Sandbox

beforeAll(async () => {
  await ensureWebBuild(() => {})
  gateway = await openSandbox({ ...keys, clock: () => new Date() })
}, 300_000)
afterAll(() => gateway?.close())

async function start(environment: Record<string, string> = {}, connection = database.connection) {
  const shop = await startShopProcess(connection, {
    ...environment,
    MIDTRANS_SERVER_KEY: keys.serverKey,
    MIDTRANS_CLIENT_KEY: keys.clientKey,
    MIDTRANS_SNAP_URL: gateway.origin,
    MIDTRANS_API_URL: gateway.origin,
  })
  onTestFinished(async () => void (await shop.kill()))
  return shop
}

test('an order whose server is killed while the gateway answers is placed once, and can be paid', async () => {
  const killed = await start()
  const user = await makeUser(database.db)
  const product = await makeProduct(database.db, { stock: 10 })
  const key = randomUUID()
  const before = clientOf(user, killed.origin)
  await before.addToCart(product, 3)
  const held = gateway.holdCall('POST', '/snap/v1/transactions', 'answer')
  const unanswered = before.placeOrder({}, key).catch(() => 'no answer')
  await held.arrived
  await killed.kill()
  held.release()
  expect(await unanswered).toBe('no answer')

  const after = clientOf(user, (await start()).origin)
  // The lease of the killed server on asking the gateway would end by itself after 15 s.
  await database.db.updateTable('payment_attempts').set({ token_lease_ends_at: null }).execute()
  const { status, body } = await after.placeOrder({}, key)
  expect(status).toBe(201)
  expect((await after.orders('?status=DIPROSES')).data.map(({ id }) => id)).toEqual([body.data.order_id])
  expect(await database.db.selectFrom('products').select('stock').execute()).toEqual([{ stock: 7 }])
  await gateway.pay(body.data.snap_token)
  await expect.poll(async () => (await after.order(body.data.order_id)).status).toBe('DIBAYAR')
  expect(await checkBooks(database.db, new Date())).toEqual([])
})

test('a change whose process is killed between its commit and its event is shown by the others within seconds', async () => {
  const proxy = await startSilentProxy(database.connection)
  const [killed, other] = await Promise.all([start({}, proxy.connection), start()])
  const product = await makeProduct(database.db, { stock: 1 })
  const page = async () => (await fetch(`${other.origin}/products/${product.id}`)).text()
  const stock = async () => {
    const response = await fetch(`${other.origin}/api/products/${product.id}`)
    return ((await response.json()) as { data: { stock: number } }).data.stock
  }
  expect(await page()).not.toContain('Habis')
  expect(await stock()).toBe(1)
  const buyer = clientOf(await makeUser(database.db), killed.origin)
  await buyer.addToCart(product, 1)
  const eventIsReady = proxy.holdBack('pg_notify')
  const unanswered = buyer.placeOrder().catch(() => 'no answer')
  await eventIsReady
  await killed.kill()
  const killedAt = performance.now()
  await unanswered
  expect(await database.db.selectFrom('products').select('stock').where('id', '=', product.id).execute()).toEqual([
    { stock: 0 },
  ])
  const soon = { timeout: 30_000, interval: 20 }
  await Promise.all([expect.poll(page, soon).toContain('Habis'), expect.poll(stock, soon).toBe(0)])
  console.log(`seen at the other process ${Math.round(performance.now() - killedAt)} ms after the kill`)
})

test('an error that nothing catches ends the process with one line that names it', async () => {
  const fails = `process.on('SIGUSR2', () => { throw new TypeError('nothing catches\\n this') })`
  const shop = await start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fails)}` })
  process.kill(shop.pid, 'SIGUSR2')
  expect(await shop.ended).toEqual([1, null])
  expect(shop.output()).toMatch(/\nThe shop ends, .*: TypeError: nothing catches this at .*\n$/)
})
