/** A flood of pages that nobody has asked for before: each would be rendered anew. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProduct } from '../server/src/testing/make-product.ts'
import { makeAdmin, makeUser } from '../server/src/testing/make-user.ts'
import { type ShopProcess, startShopProcess } from '../server/src/testing/shop-process.ts'
import { useTestDb } from '../server/src/testing/test-db.ts'
import { acceptedMs, measure, memoryMb } from './measure.ts'
import { startAttack } from './start-attack.ts'

const shop = useTestDb()
let server: ShopProcess

beforeAll(async () => {
  server = await startShopProcess(shop.connection, { TRUST_PROXY: '127.0.0.1' })
  for (let i = 0; i < 100; i += 1) await makeProduct(shop.db)
})
afterAll(() => server.kill())

test('200 at once ask for unknown pages and random searches for 20 s, and others are served as before', async () => {
  const { origin, pid } = server
  const product = await makeProduct(shop.db)
  const [customer, seller] = [await makeUser(shop.db), await makeAdmin(shop.db)]
  const home = { 'x-forwarded-for': '198.51.100.7' }
  const probes = {
    list: { path: '/products', headers: home },
    product: { path: `/products/${product.id}`, headers: home },
    search: { path: '/products?query=keripik', headers: home },
    'new search': { path: () => `/products?query=keripik+${Math.random()}`, headers: home },
    'list of the API': { path: '/api/products', headers: home },
    'orders of a customer': { path: '/api/orders/me', headers: { ...home, ...customer.headers } },
    'orders for the seller': { path: '/api/admin/orders', headers: { ...home, ...seller.headers } },
  }
  const quiet = await measure(origin, probes, new Promise((resolve) => setTimeout(resolve, 2_000)))
  const before = await memoryMb(pid)
  const accepted = acceptedMs()
  const { answers } = await startAttack({ kind: 'page flood', origin, seconds: 20, parallel: 200 })
  const felt = await measure(origin, probes, answers)
  const grownMb = (await memoryMb(pid)) - before
  console.log('attacker', await answers, `memory +${grownMb} MB`)
  console.table(quiet)
  console.table(felt)
  for (const [name, { p95, statuses }] of Object.entries(felt)) {
    expect([name, Object.keys(statuses)]).toEqual([name, ['200']])
    expect([name, p95]).toEqual([name, expect.toSatisfy((ms: number) => ms < accepted)])
  }
  expect(grownMb).toBeLessThan(400) // most of it is garbage of the renderings
}, 120_000)
