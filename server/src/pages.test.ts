/** Two processes of the whole server on one database: a change made in one is on the pages that the other renders. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ensureWebBuild } from './platform/pages/web-build.ts'
import { makeProduct } from './testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from './testing/make-user.ts'
import { multipartBody } from './testing/multipart-body.ts'
import { clientOf } from './testing/shop-client.ts'
import { type ShopProcess, startShopProcess } from './testing/shop-process.ts'
import { useTestDb } from './testing/test-db.ts'

/** It takes milliseconds, on a busy machine more; without the event it would take the 10 s that a page is kept. */
const soon = { timeout: 9_000, interval: 20 }

const shop = useTestDb()
let here: ShopProcess
let there: ShopProcess
let admin: TestUser

beforeAll(async () => {
  await ensureWebBuild(() => {})
  ;[here, there] = await Promise.all([startShopProcess(shop.connection), startShopProcess(shop.connection)])
  admin = await makeAdmin(shop.db)
}, 300_000) // the first run builds the pages
afterAll(() => Promise.all([here?.stop(), there?.stop()]))

/** What the product's page says of its price and stock. */
async function pageOf({ id }: { id: string }, { origin }: ShopProcess) {
  const html = await (await fetch(`${origin}/products/${id}`)).text()
  const text = html.replaceAll(/<script.*?<\/script>/gs, '').replaceAll(/<[^>]*>/g, '')
  return { price: /Rp\s?([\d.]+)/.exec(text)?.[1], stock: /Stok (\d+)/.exec(text)?.[1] }
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

test('the pages show a change that was made while no process could listen, as soon as they listen again', async () => {
  const product = await makeProduct(shop.db, { price: 25_000 })
  expect(await pageOf(product, there)).toMatchObject({ price: '25.000' })
  const { rowCount } = await shop.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  )
  expect(rowCount).toBe(2)
  expect(await pageOf(product, there)).toMatchObject({ price: '25.000' }) // kept again, with the old price
  await changePrice(product, 26_000)
  await vi.waitFor(async () => expect(await pageOf(product, there)).toMatchObject({ price: '26.000' }), soon)
})
