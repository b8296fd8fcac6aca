/** Two processes of the whole server on one database. A change by one replaces what the other keeps in memory. */
import type { Product, ProductSuggestions } from '@camilan/contract/catalog'
import { beforeAll, expect, test, vi } from 'vitest'
import { createQuietMark, endQuiet } from './office/backup/quiet.ts'
import { checkBooks } from './office/reports/check-books.ts'
import type { FormFields } from './testing/forms.ts'
import { openLivePage } from './testing/live-page.ts'
import { makeProduct, productForm } from './testing/make-product.ts'
import { makeAdmin, makeUser } from './testing/make-user.ts'
import { reconcileSeconds, useSharedGateway } from './testing/shared-gateway.ts'
import { clientOf } from './testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'
import { useOpened } from './testing/use-opened.ts'

const database = useTestDb()
const soon = { timeout: 30_000, interval: 20 }
/** The longest time that an old value may be shown, with the event of the change and without it. */
const limitsMs = { withEvent: 1_000, without: 5_000 }

const admin = useOpened(() => makeAdmin(database.db))

beforeAll(async () => {
  const madeAt = new Date()
  await createQuietMark((text, values) => database.pool.query(text, values), { madeAt }, madeAt)
})
const shared = useSharedGateway()
/** With separate data folders. */
const shops = useOpened(
  async () => {
    const start = () => startShopProcess(database.connection, shared.environment)
    const [here, there] = await Promise.all([start(), start()])
    return { here, there }
  },
  async ({ here, there }) => void (await Promise.all([here.stop(), there.stop()])),
)

test('both processes learn the end of the quiet time', async () => {
  const snack = await makeProduct(database.db, { stock: 10 })
  const buyers = await Promise.all(
    [shops.here, shops.there].map(async ({ origin }) => clientOf(await makeUser(database.db), origin)),
  )
  for (const buyer of buyers) {
    await buyer.addToCart(snack, 1)
    expect((await buyer.placeOrder()).status).toBe(503)
  }
  await endQuiet(database.db, new Date())
  for (const buyer of buyers) {
    await expect.poll(async () => (await buyer.placeOrder()).status, soon).toBe(201)
  }
})

test('both processes show the same best sellers, also when one of them asks later', async () => {
  const [first, second] = [await makeProduct(database.db, { stock: 90 }), await makeProduct(database.db, { stock: 90 })]
  const buyer = clientOf(await makeUser(database.db), shops.here.origin)
  const sell = async (product: { id: string }, quantity: number) => {
    const id = await buyer.buy(product, quantity)
    await shared.gateway.pay(id)
    await expect.poll(async () => (await buyer.order(id)).status, soon).toBe('DIBAYAR')
  }
  const suggestedBy = async ({ origin }: { origin: string }) => {
    const response = await fetch(`${origin}/api/products/suggestions?query=xyzzy`)
    const { data } = (await response.json()) as { data: ProductSuggestions }
    return data.products.map(({ id }) => id)
  }
  await sell(first, 5)
  const shown = await suggestedBy(shops.here)
  expect(shown[0]).toBe(first.id)
  await sell(second, 9)
  await expect.poll(() => suggestedBy(shops.there), soon).toEqual(shown)
})

test('both processes together ask the gateway about an open payment once in each interval', async () => {
  const id = await clientOf(await makeUser(database.db), shops.here.origin).buy(await makeProduct(database.db))
  const statusPath = `/v2/${id}/status`
  const askedAt: number[] = []
  while (askedAt.length < 4) {
    const asked = shared.gateway.holdCall('GET', statusPath)
    await asked.arrived
    askedAt.push(performance.now())
    asked.release()
  }
  const pauses = askedAt.slice(1).map((at, i) => at - (askedAt[i] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(reconcileSeconds * 1_000)
})

/** The price and stock on the product's page. */
async function pageOf({ id }: { id: string }, { origin }: ShopProcess) {
  const html = await (await fetch(`${origin}/products/${id}`)).text()
  const text = html.replaceAll(/<script.*?<\/script>/gs, '').replaceAll(/<[^>]*>/g, '')
  return { price: /Rp\s?([\d.]+)/.exec(text)?.[1], stock: /Stok (\d+)/.exec(text)?.[1] }
}

/** The price and stock in the API. */
async function dataOf({ id }: { id: string }, { origin }: ShopProcess) {
  const { data } = (await (await fetch(`${origin}/api/products/${id}`)).json()) as { data: Product }
  return { price: data.price, stock: data.stock }
}

/** The time from now until both processes show this, on the page and in the API. */
async function msUntilShown(product: { id: string }, { price, stock }: { price: number; stock: number }) {
  const changedAt = performance.now()
  const page = { price: price.toLocaleString('id-ID'), stock: String(stock) }
  await Promise.all(
    [shops.here, shops.there].map((process) =>
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

/** A request of the administrator to one process. */
async function sendForm(method: 'POST' | 'PUT', path: string, form: FormFields, { origin } = shops.here) {
  const { status, body } = await clientOf(admin, origin).ask<Product>(method, `/admin/products${path}`, { form })
  expect(status).toBeLessThan(300)
  return body.data.id
}

const changePrice = ({ id }: { id: string }, price: number, process = shops.here) =>
  sendForm('PUT', `/${id}`, { price: String(price) }, process)

test('both processes show a price change and a sell-out within a second, on pages that visitors view', async () => {
  const product = await makeProduct(database.db, { price: 25_000, stock: 3 })
  const buyer = clientOf(await makeUser(database.db), shops.here.origin)
  await msUntilShown(product, { price: 25_000, stock: 3 }) // everything is ready now
  await changePrice(product, 26_000, shops.there)
  expect(await dataOf(product, shops.there)).toEqual({ price: 26_000, stock: 3 })
  expect(await msUntilShown(product, { price: 26_000, stock: 3 })).toBeLessThan(limitsMs.withEvent)
  for (const stock of [2, 1, 0]) {
    await buyer.addToCart(product, 1)
    const { status, body } = await buyer.placeOrder()
    expect(status).toBe(201)
    expect(await dataOf(product, shops.here)).toEqual({ price: 26_000, stock })
    expect(await msUntilShown(product, { price: 26_000, stock })).toBeLessThan(limitsMs.withEvent)
    if (stock > 0) continue
    expect((await buyer.setStatus(body.data.order_id, 'DIBATALKAN')).status).toBe(200)
    expect(await msUntilShown(product, { price: 26_000, stock: 1 })).toBeLessThan(limitsMs.withEvent)
  }
})

test('a change whose event is lost is shown within five seconds, and an order uses it at once', async () => {
  const product = await makeProduct(database.db, { price: 25_000, stock: 3 })
  const buyer = clientOf(await makeUser(database.db), shops.here.origin)
  await msUntilShown(product, { price: 25_000, stock: 3 })
  await buyer.addToCart(product, 2)
  // As if a process was killed between its commit and its NOTIFY.
  await database.pool.query(
    `with changed as (update products set price = 27000, stock = 1 where id = $1)
     insert into event_marks (id) values (gen_random_uuid())`,
    [product.id],
  )
  const shown = msUntilShown(product, { price: 27_000, stock: 1 })
  expect(await dataOf(product, shops.here)).toEqual({ price: 25_000, stock: 3 }) // ready, with the old price
  expect(await buyer.cart()).toMatchObject([{ product: { price: 27_000, stock: 1 } }])
  expect((await buyer.placeOrder()).status).toBe(409)
  expect(await shown).toBeLessThan(limitsMs.without)
})

test('the pages show within five seconds a change that was made while no process could listen', async () => {
  const product = await makeProduct(database.db, { price: 25_000 })
  expect(await pageOf(product, shops.there)).toMatchObject({ price: '25.000' })
  const { rowCount } = await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'camilan_events' and datname = current_database()`,
  )
  expect(rowCount).toBe(2)
  expect(await pageOf(product, shops.there)).toMatchObject({ price: '25.000' }) // kept again, with the old price
  await changePrice(product, 26_000)
  expect(await msUntilShown(product, { price: 26_000, stock: 10 })).toBeLessThan(limitsMs.without)
})

test('a product that one process makes is in the lists, totals and site map of the other within a second', async () => {
  const name = `Kue Semprong ${Date.now()}`
  const read = async (path: string) => (await fetch(shops.there.origin + path)).text()
  const search = new URLSearchParams({ query: name })
  const looks = [`/api/products?${search}`, `/products?${search}`, '/sitemap.xml']
  for (const path of looks) await read(path) // everything is ready now
  const id = await sendForm('POST', '', { ...productForm, name })
  const within = { timeout: limitsMs.withEvent, interval: 20 }
  await Promise.all(looks.map((path) => expect.poll(() => read(path), within).toContain(id)))
})

test('an event of one process arrives at a page that is open at the other', async () => {
  const user = await makeUser(database.db)
  const live = await openLivePage(shops.there.origin, user)
  const buyer = clientOf(user, shops.here.origin)
  await buyer.setStatus(await buyer.buy(await makeProduct(database.db)), 'DIBATALKAN')
  await expect.poll(() => live.text, soon).toContain('DIBATALKAN')
  live.close()
})

test('the other process answers everything when one is killed, and no acknowledged order is lost', async () => {
  const snack = await makeProduct(database.db, { stock: 1_000_000 })
  const acknowledged = new Set<string>()
  const statuses = { here: new Map<number, number>(), there: new Map<number, number>() }
  const count = (at: 'here' | 'there', status: number) => statuses[at].set(status, (statuses[at].get(status) ?? 0) + 1)
  let running = true
  const keepOrdering = async (at: 'here' | 'there') => {
    const buyer = clientOf(await makeUser(database.db), shops[at].origin)
    while (running) {
      try {
        const added = await buyer.addToCart(snack, 1)
        const ordered = added.status === 201 ? await buyer.placeOrder() : undefined
        count(at, ordered?.status ?? added.status)
        if (ordered?.status === 201) acknowledged.add(ordered.body.data.order_id)
      } catch {
        count(at, 0)
        if (at === 'here') return // this process was killed
      }
    }
  }
  const buyers = [1, 2, 3].flatMap(() => [keepOrdering('here'), keepOrdering('there')])
  await expect.poll(() => acknowledged.size, soon).toBeGreaterThan(30)
  await shops.here.kill()
  const before = statuses.there.get(201) ?? 0
  await expect.poll(() => statuses.there.get(201) ?? 0, soon).toBeGreaterThan(before + 10)
  running = false
  await Promise.all(buyers)
  console.log('answers of the process that was killed and of the other', statuses)
  expect([...statuses.there.keys()]).toEqual([201])
  // Each of the three buyers at the killed process had one request in flight.
  expect([...statuses.here.keys()].filter((status) => status !== 201 && status !== 0)).toEqual([])
  expect(statuses.here.get(0)).toBeLessThanOrEqual(3)
  const stored = (await database.db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
  expect(stored).toEqual(expect.arrayContaining([...acknowledged]))
  expect(await checkBooks(database.db, new Date())).toEqual([])
})
