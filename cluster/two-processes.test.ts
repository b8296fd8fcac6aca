/** What a process keeps in memory, when another process changes it: two processes of the whole server on one database. */
import type { ProductSuggestions } from '@camilan/contract/catalog'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQuietMark, endQuiet } from '../server/src/platform/quiet.ts'
import { checkBooks } from '../server/src/reports/check-books.ts'
import { makeProduct } from '../server/src/testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from '../server/src/testing/make-user.ts'
import { multipartBody } from '../server/src/testing/multipart-body.ts'
import { openSandbox, type Sandbox } from '../server/src/testing/sandbox.ts'
import { clientOf } from '../server/src/testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from '../server/src/testing/shop-process.ts'
import { useTestDb } from '../server/src/testing/test-db.ts'
import { openLivePage } from './live-page.ts'

const database = useTestDb()
const keys = { serverKey: 'SB-Mid-server-uji', clientKey: 'SB-Mid-client-uji' }
/** What is cached is shown a second after the change at the latest. */
const withinASecond = { timeout: 1_000, interval: 10 }
const soon = { timeout: 30_000, interval: 20 }
let gateway: Sandbox
let here: ShopProcess
let there: ShopProcess
let admin: TestUser

beforeAll(async () => {
  gateway = await openSandbox({ ...keys, clock: () => new Date() })
  admin = await makeAdmin(database.db)
  const madeAt = new Date()
  await createQuietMark((text, values) => database.pool.query(text, values), { madeAt }, madeAt)
  const start = () =>
    startShopProcess(database.connection, {
      MIDTRANS_SERVER_KEY: keys.serverKey,
      MIDTRANS_CLIENT_KEY: keys.clientKey,
      MIDTRANS_SNAP_URL: gateway.origin,
      MIDTRANS_API_URL: gateway.origin,
      MAX_UNPAID_ORDERS: '1000000',
      MAX_UNPAID_ENDED: '1000000',
      PAYMENT_RECONCILE_SECONDS: '0.5',
    })
  ;[here, there] = await Promise.all([start(), start()])
})
afterAll(async () => {
  await Promise.all([here?.stop(), there?.stop()])
  await gateway?.close()
})

const read = async ({ origin }: ShopProcess, path: string) => (await fetch(`${origin}${path}`)).text()
const readJson = async <Body>(shop: ShopProcess, path: string) => JSON.parse(await read(shop, path)) as Body

test('the end of the quiet time is learned by both processes', async () => {
  const snack = await makeProduct(database.db, { stock: 10 })
  const buyers = await Promise.all(
    [here, there].map(async ({ origin }) => clientOf(await makeUser(database.db), origin)),
  )
  for (const buyer of buyers) {
    await buyer.addToCart(snack, 1)
    expect((await buyer.placeOrder()).status).toBe(503)
  }
  await endQuiet(database.db)
  for (const buyer of buyers) {
    await expect.poll(async () => (await buyer.placeOrder()).status, withinASecond).toBe(201)
  }
})

test('what sold most is the same at both processes, also when one of them asks later', async () => {
  const [first, second] = [await makeProduct(database.db, { stock: 90 }), await makeProduct(database.db, { stock: 90 })]
  const buyer = clientOf(await makeUser(database.db), here.origin)
  const sell = async (product: { id: string }, quantity: number) => {
    const id = await buyer.buy(product, quantity)
    await gateway.pay(id)
    await expect.poll(async () => (await buyer.order(id)).status, soon).toBe('DIBAYAR')
  }
  const suggestedBy = async (shop: ShopProcess) => {
    const { data } = await readJson<{ data: ProductSuggestions }>(shop, '/api/products/suggestions?query=xyzzy')
    return data.products.map(({ id }) => id)
  }
  await sell(first, 5)
  const shown = await suggestedBy(here)
  expect(shown[0]).toBe(first.id)
  await sell(second, 9)
  await expect.poll(() => suggestedBy(there), withinASecond).toEqual(shown)
})

test('a product that is made at one process is in the lists, totals and site map of the other within a second', async () => {
  type List = { data: { id: string }[]; pagination: { total_products: number } }
  const search = '/api/products?query=semprong&limit=1'
  const found = async () => (await readJson<List>(there, search)).pagination.total_products
  const home = () => read(there, '/products?query=semprong')
  expect(await found()).toBe(0)
  expect(await home()).not.toContain('Kue Semprong Wijen')
  await read(there, '/sitemap.xml')
  const { payload, headers } = await multipartBody({
    ...{ name: 'Kue Semprong Wijen', price: '30000', stock: '5', category: 'KUE_KERING' },
    ...{ packaging: 'TOPLES', weight: 'GRAM_500', description: 'Renyah' },
  })
  const made = await fetch(`${here.origin}/api/admin/products`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...headers, ...admin.headers },
  })
  expect(made.status).toBe(201)
  const { data } = (await made.json()) as { data: { id: string } }
  await Promise.all([
    expect.poll(found, withinASecond).toBe(1),
    expect.poll(home, withinASecond).toContain('Kue Semprong Wijen'),
    expect.poll(() => read(there, '/sitemap.xml'), withinASecond).toContain(data.id),
  ])
})

test('an event of one process arrives at a page that is open at the other', async () => {
  const user = await makeUser(database.db)
  const page = await openLivePage(there.origin, user)
  expect(page.status).toBe(200)
  const id = await clientOf(user, here.origin).buy(await makeProduct(database.db, { stock: 5 }))
  await clientOf(user, here.origin).setStatus(id, 'DIBATALKAN')
  await expect.poll(() => page.text, withinASecond).toContain(id)
  page.close()
})

test('when one process is killed, the other answers everything, no acknowledged order is lost, and its jobs are taken over', async () => {
  const snack = await makeProduct(database.db, { stock: 1_000_000 })
  const acknowledged = new Set<string>()
  const statuses = { here: new Map<number, number>(), there: new Map<number, number>() }
  const count = (at: 'here' | 'there', status: number) => statuses[at].set(status, (statuses[at].get(status) ?? 0) + 1)
  let running = true
  const keepOrdering = async (at: 'here' | 'there', origin: string) => {
    const buyer = clientOf(await makeUser(database.db), origin)
    while (running) {
      try {
        const added = await buyer.addToCart(snack, 1)
        const ordered = added.status === 201 ? await buyer.placeOrder() : undefined
        count(at, ordered?.status ?? added.status)
        if (ordered?.status === 201) acknowledged.add(ordered.body.data.order_id)
      } catch {
        count(at, 0)
        if (at === 'here') return // it was killed
      }
    }
  }
  const buyers = [1, 2, 3].flatMap(() => [keepOrdering('here', here.origin), keepOrdering('there', there.origin)])
  await expect.poll(() => acknowledged.size, soon).toBeGreaterThan(30)
  await gateway.setFaults({ webhook: 'drop' })
  const paying = clientOf(await makeUser(database.db), there.origin)
  const lost = await paying.buy(snack)
  await here.kill()
  const killedAt = performance.now()
  await gateway.pay(lost)
  await expect.poll(async () => (await paying.order(lost)).status, soon).toBe('DIBAYAR')
  const tookMs = Math.round(performance.now() - killedAt)
  const before = statuses.there.get(201) ?? 0
  await expect.poll(() => statuses.there.get(201) ?? 0, soon).toBeGreaterThan(before + 10)
  running = false
  await Promise.all(buyers)
  console.log(`paid ${tookMs} ms after the other process was killed; answers`, statuses)
  expect(tookMs).toBeLessThan(30_000)
  expect([...statuses.there.keys()]).toEqual([201])
  // Each of the three buyers at the killed process had one request in flight.
  expect([...statuses.here.keys()].filter((status) => status !== 201 && status !== 0)).toEqual([])
  expect(statuses.here.get(0)).toBeLessThanOrEqual(3)
  const stored = (await database.db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
  expect(stored).toEqual(expect.arrayContaining([...acknowledged]))
  expect(await checkBooks(database.db, new Date())).toEqual([])
})
