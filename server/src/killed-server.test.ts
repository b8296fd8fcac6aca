/** The server is killed at a chosen moment of an order, and another one goes on. `faults/` kills it 200 times. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ensureWebBuild } from './platform/pages/web-build.ts'
import { checkBooks } from './reports/check-books.ts'
import { makeProduct } from './testing/make-product.ts'
import { makeUser } from './testing/make-user.ts'
import { openSandbox, type Sandbox } from './testing/sandbox.ts'
import { clientOf } from './testing/shop-client.ts'
import { startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'

const database = useTestDb()
const keys = { serverKey: 'SB-Mid-server-uji', clientKey: 'SB-Mid-client-uji' }
let gateway: Sandbox

beforeAll(async () => {
  await ensureWebBuild(() => {})
  gateway = await openSandbox({ ...keys, clock: () => new Date() })
}, 300_000)
afterAll(() => gateway?.close())

async function start() {
  const shop = await startShopProcess(database.connection, {
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
