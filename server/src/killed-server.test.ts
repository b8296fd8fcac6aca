/** The server is killed at a chosen moment of an order, and another server continues. `lab/faults/` kills it at random moments. */
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { checkBooks } from './office/reports/check-books.ts'
import { makeProduct } from './testing/make-product.ts'
import { makeUser } from './testing/make-user.ts'
import { useSharedGateway } from './testing/shared-gateway.ts'
import { clientOf } from './testing/shop-client.ts'
import { startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'

const database = useTestDb()
const shared = useSharedGateway()

async function start(environment: Record<string, string> = {}) {
  const shop = await startShopProcess(database.connection, { ...shared.environment, ...environment })
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
  const { gateway } = shared
  const held = gateway.holdCall('POST', '/snap/v1/transactions', 'answer')
  const unanswered = before.placeOrder({}, key).catch(() => 'no answer')
  await held.arrived
  await killed.kill()
  held.release()
  expect(await unanswered).toBe('no answer')

  const after = clientOf(user, (await start()).origin)
  // Otherwise the lease with which the killed server asked the gateway would end after 15 s.
  await database.db.updateTable('payment_attempts').set({ token_lease_ends_at: null }).execute()
  const { status, body } = await after.placeOrder({}, key)
  expect(status).toBe(201)
  expect((await after.orders('?status=DIPROSES')).data.map(({ id }) => id)).toEqual([body.data.order_id])
  expect(await database.db.selectFrom('products').select('stock').execute()).toEqual([{ stock: 7 }])
  await gateway.pay(body.data.snap_token)
  await expect.poll(async () => (await after.order(body.data.order_id)).status).toBe('DIBAYAR')
  expect(await checkBooks(database.db, new Date())).toEqual([])
})

test('an uncaught error ends the process with one line that names it', async () => {
  const fails = `process.on('SIGUSR2', () => { throw new TypeError('nothing catches\\n this') })`
  const shop = await start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fails)}` })
  process.kill(shop.pid, 'SIGUSR2')
  expect(await shop.ended).toEqual([1, null])
  expect(shop.output()).toMatch(/\nThe shop ends, .*: TypeError: nothing catches this at .*\n$/)
})
