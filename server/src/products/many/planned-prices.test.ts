import type { AuditEntry } from '@camilan/contract/audit'
import type { AdminProduct, Product, ProductList } from '@camilan/contract/catalog'
import type { PlannedPrices, ProductsChanged } from '@camilan/contract/many-products'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { days, hours, later } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useOpened } from '../../testing/use-opened.ts'

const shop = useShop()
const sari = useOpened(() => shop.admin())
beforeEach(() => sql`truncate products, orders cascade`.execute(shop.db))

const changeAll = (prices: readonly [product: { id: string }, price: number][], times: object = {}) =>
  sari.ask<ProductsChanged>('POST', '/admin/products/changes', {
    body: { items: prices.map(([{ id }, price]) => ({ id, form: { price: String(price) } })), ...times },
  })
const change = (product: { id: string }, price: number, times?: object) => changeAll([[product, price]], times)
const undo = (id: string | null) => sari.ask<{ restored: number }>('DELETE', `/admin/products/prices/${id}`)
const done = async () => (await sari.ask<PlannedPrices>('GET', '/admin/products/prices?done=1')).body.data
const planned = async () => (await sari.ask<PlannedPrices>('GET', '/admin/products/prices')).body.data
const read = async ({ id }: { id: string }) => (await shop.ask<Product>('GET', `/products/${id}`)).body.data
const priceOf = async (product: { id: string }) => (await read(product)).price
/** What the seller's form shows. */
const regularPriceOf = async ({ id }: { id: string }) =>
  (await sari.ask<AdminProduct>('GET', `/admin/products/${id}`)).body.data.price
const byHand = ({ id }: { id: string }, price: number) =>
  sari.ask('PUT', `/admin/products/${id}`, { form: { price: String(price) } })
const auditOf = async ({ id }: { id: string }) =>
  (await sari.ask<AuditEntry[]>('GET', `/admin/products/${id}/audit`)).body.data.flatMap(({ changes }) => changes)
const at = (milliseconds: number) => later(shop.clock(), milliseconds).toISOString()

test.each([
  [0, {}],
  [100_000_001, {}],
  [20_000, { until: '2020-01-01T00:00:00Z' }],
  [20_000, { from: '2099-01-02T00:00:00Z', until: '2099-01-01T00:00:00Z' }],
])('the price %i with %j is refused', async (price, times) => {
  const chips = await shop.product()
  expect(await change(chips, price, times)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect(await priceOf(chips)).toBe(25_000)
})

test('a change is undone as one, except for what was changed since; a second undo does nothing', async () => {
  const [chips, changed] = [await shop.product(), await shop.product({ price: 10_000 })]
  const { batch_id } = (
    await changeAll([
      [chips, 37_500],
      [changed, 15_000],
    ])
  ).body.data
  expect(await planned()).toEqual([])
  await sari.ask('PUT', `/admin/products/${changed.id}`, { form: { price: '12000' } })
  expect(await done()).toMatchObject([{ batch_id, items: [{ id: chips.id, old_price: 25_000, new_price: 37_500 }] }])
  expect((await undo(batch_id)).body.data).toEqual({ restored: 1 })
  expect([await priceOf(chips), await priceOf(changed)]).toEqual([25_000, 12_000])
  expect((await undo(batch_id)).body.data).toEqual({ restored: 0 })
  expect(await done()).toEqual([])
})

test.each([
  ['?done=1', true],
  ['?done=true', true],
  ['?done=0', false],
  ['?done=false', false],
  ['?done=', false],
])('%s answers what can be taken back: %s', async (query, isDone) => {
  await change(await shop.product(), 37_500)
  const { body } = await sari.ask<PlannedPrices>('GET', `/admin/products/prices${query}`)
  expect(body.data).toHaveLength(isDone ? 1 : 0)
})

/** Every way in which a buyer reads the price. */
async function shown(product: { id: string; name: string }): Promise<Record<string, number | undefined>> {
  const buyer = await shop.customer()
  const added = await buyer.addToCart(product, 1)
  const list = (await shop.ask<ProductList['data']>('GET', '/products?limit=100&sortBy=price')).body.data
  const found = (await shop.ask<ProductList['data']>('GET', `/products?query=${product.name}`)).body.data
  const inList = (products: readonly Product[]) => products.find(({ id }) => id === product.id)?.price
  const costs = (await buyer.ask<{ items_total: number }>('GET', '/carts/costs')).body.data
  const cart = (await buyer.cart())[0]?.product.price
  const placed = (await buyer.placeOrder()).body.data.order_id
  return {
    ...{
      product: await priceOf(product),
      list: inList(list),
      search: inList(found),
      added: added.body.data.product.price,
    },
    ...{ cart, costs: costs.items_total, order: (await buyer.order(placed)).order_items[0]?.product.price },
  }
}
const everywhere = (price: number) =>
  Object.fromEntries(['product', 'list', 'search', 'added', 'cart', 'costs', 'order'].map((where) => [where, price]))

test('a price for a time begins at its first moment and ends at its last, everywhere', async () => {
  const chips = await shop.product({ stock: 100 })
  await change(chips, 20_000, { from: at(hours(1)), until: at(hours(3)) })
  expect(await planned()).toMatchObject([{ has_begun: false, items: [{ old_price: 25_000, new_price: 20_000 }] }])
  await shop.advanceClock(hours(1) - 1)
  expect(await shown(chips)).toEqual(everywhere(25_000))
  await shop.advanceClock(1)
  expect(await shown(chips)).toEqual(everywhere(20_000))
  expect([await planned(), await regularPriceOf(chips)]).toMatchObject([[{ has_begun: true }], 25_000])
  await shop.advanceClock(hours(2) - 1)
  expect(await shown(chips)).toEqual(everywhere(20_000))
  await shop.advanceClock(1)
  expect(await shown(chips)).toEqual(everywhere(25_000))
  expect(await planned()).toEqual([])
  expect(await auditOf(chips)).toMatchObject([{ field: 'planned_price', before: null, after: expect.any(String) }])
})

test('a list by price has the prices of the moment, and the sizes of a group too', async () => {
  const [jar, bale] = [await shop.product({ price: 30_000 }), await shop.product({ price: 40_000 })]
  await sari.ask('PUT', `/admin/products/${jar.id}/group`, { body: { product_ids: [bale.id] } })
  await change(bale, 20_000, { until: at(hours(1)) })
  const list = async () => (await shop.ask<ProductList['data']>('GET', '/products?sortBy=price')).body.data
  expect((await list()).map(({ id, price }) => [id, price])).toEqual([
    [bale.id, 20_000],
    [jar.id, 30_000],
  ])
  expect((await read(jar)).sizes).toMatchObject([{ id: bale.id, price: 20_000 }, { id: jar.id }])
  await shop.advanceClock(hours(1))
  expect((await list()).map(({ id }) => id)).toEqual([jar.id, bale.id])
})

test('a planned price is dropped before it begins, and taken back while it runs', async () => {
  const chips = await shop.product()
  const { batch_id: first } = (await change(chips, 30_000, { from: at(hours(1)) })).body.data
  expect((await undo(first)).body.data).toEqual({ restored: 1 })
  const { batch_id: second } = (await change(chips, 30_000, { until: at(hours(1)) })).body.data
  expect(await priceOf(chips)).toBe(30_000)
  expect((await undo(second)).body.data).toEqual({ restored: 1 })
  expect((await undo(second)).body.data).toEqual({ restored: 0 })
  expect(await priceOf(chips)).toBe(25_000)
  await shop.advanceClock(hours(2))
  expect(await priceOf(chips)).toBe(25_000)
})

test('a regular price that is edited before and during a plan keeps the plan', async () => {
  const chips = await shop.product()
  await change(chips, 20_000, { from: at(hours(1)), until: at(hours(2)) })
  await byHand(chips, 26_000)
  expect(await priceOf(chips)).toBe(26_000)
  await shop.advanceClock(hours(1))
  await byHand(chips, 27_000)
  expect([await priceOf(chips), await regularPriceOf(chips)]).toEqual([20_000, 27_000])
  await shop.advanceClock(hours(1))
  expect(await priceOf(chips)).toBe(27_000)
})

test('a price that stays from a moment on is the one that the form shows, until another is written', async () => {
  const chips = await shop.product()
  await change(chips, 30_000, { from: at(hours(1)) })
  await change(chips, 35_000, { from: at(hours(9)) })
  await shop.advanceClock(hours(1))
  expect([await priceOf(chips), await regularPriceOf(chips)]).toEqual([30_000, 30_000])
  await sari.ask('PUT', `/admin/products/${chips.id}`, { form: { description: 'Renyah.' } })
  expect(await priceOf(chips)).toBe(30_000)
  await byHand(chips, 25_000)
  expect([await priceOf(chips), await regularPriceOf(chips)]).toEqual([25_000, 25_000])
  await shop.advanceClock(hours(8))
  expect(await priceOf(chips)).toBe(35_000)
})

test('a price that stays fits the steps when it is planned, and an edit without another price keeps it', async () => {
  const chips = await shop.product()
  const edit = (form: Record<string, string>) => sari.ask('PUT', `/admin/products/${chips.id}`, { form })
  await edit({ price_steps: '3x22000' })
  expect(await change(chips, 22_000, { from: at(hours(1)) })).toMatchObject({
    status: 400,
    body: { fields: { price_steps: expect.any(String) } },
  })
  expect((await change(chips, 23_000, { from: at(hours(1)) })).status).toBe(200)
  await shop.advanceClock(hours(1))
  // As a shop that planned a price before its steps.
  await sql`update products set price_steps = '3x24000' where id = ${chips.id}`.execute(shop.db)
  expect((await edit({ stock: '7', price: '23000', price_steps: '3x24000' })).status).toBe(200)
  const [kept] = await done()
  expect([await priceOf(chips), kept?.items]).toMatchObject([23_000, [{ id: chips.id }]])
  await undo(kept?.batch_id ?? null)
  expect(await priceOf(chips)).toBe(25_000)
})

test('a second plan for another time is taken, one for the same time is refused by name', async () => {
  const chips = await shop.product()
  await change(chips, 20_000, { from: at(hours(1)), until: at(hours(2)) })
  expect((await change(chips, 21_000, { from: at(hours(2)), until: at(hours(3)) })).status).toBe(200)
  const refused = await change(chips, 19_000, { from: at(hours(1)), until: at(hours(3)) })
  expect(refused).toMatchObject({ status: 400, body: { fields: { items: expect.stringContaining(chips.name) } } })
  await shop.advanceClock(hours(2))
  expect(await priceOf(chips)).toBe(21_000)
})

test('copies, files and products that were brought back have the price without the promotion', async () => {
  const chips = await shop.product()
  await change(chips, 20_000, { until: at(hours(2)) })
  const copy = (await sari.ask<AdminProduct>('POST', `/admin/products/${chips.id}/duplicate`)).body.data
  expect([copy.price, await regularPriceOf(copy)]).toEqual([25_000, 25_000])
  const file = await fetch(`${shop.origin}/api/admin/products/csv?form=codes`, { headers: sari.headers })
  expect(await file.text()).toContain(`${chips.name},25000`)
  await sari.ask('DELETE', `/admin/products/${chips.id}`)
  await sari.ask('POST', `/admin/products/${chips.id}/restore`)
  expect([await priceOf(chips), await regularPriceOf(chips)]).toEqual([20_000, 25_000])
  await shop.advanceClock(hours(2))
  expect(await priceOf(chips)).toBe(25_000)
})

test('a total that its buyer saw before the start is refused, and never charged', async () => {
  const [chips, ani] = [await shop.product(), await shop.customer()]
  await ani.addToCart(chips, 1)
  await change(chips, 20_000, { from: at(hours(1)) })
  await shop.advanceClock(hours(1))
  expect(await ani.placeOrder({ expected_total: 31_000 })).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED' },
  })
  expect(await ani.placeOrder({ expected_total: 26_000 })).toMatchObject({ status: 201 })
})

const old = { compare_at_price: 25_000 }
const hidden = { compare_at_price: null }
const none = { compare_at_price: null, price_until: null }
test.each([
  ['asked for seven days', { age: days(7) }, old],
  ['asked for less', { age: days(7) - 1 }, hidden],
  ['changed within the days', { age: days(30), before: () => changedTwice() }, hidden],
  ['lower for a time within the days', { age: days(30), before: () => promoted() }, hidden],
  ['above a dearer price', { age: days(30), price: 26_000 }, none],
])('the old price is shown only as it was: %s', async (_, { age, price = 20_000, before }: Case, expected) => {
  const chips = await shop.product({ updated_at: later(shop.clock(), -age) })
  id = chips.id
  await before?.()
  await change(chips, price, { until: at(hours(1)) })
  const until = expected === none ? {} : { price_until: at(hours(1)) }
  expect(await read(chips)).toMatchObject({ price, ...expected, ...until })
})
interface Case {
  age: number
  price?: number
  before?: () => Promise<unknown>
}
let id = ''
async function promoted() {
  await change({ id }, 24_000, { until: at(hours(1)) })
  await shop.advanceClock(hours(1))
}
async function changedTwice() {
  await byHand({ id }, 24_000)
  await byHand({ id }, 25_000)
}

test('promotions come first in both directions, also one without an old price', async () => {
  const [first, second, third] = [await shop.product(), await shop.product(), await shop.product()]
  await change(second, 20_000, { until: at(hours(1)) })
  for (const sortOrder of ['asc', 'desc']) {
    const { body } = await shop.ask<ProductList['data']>('GET', `/products?sortBy=promo&sortOrder=${sortOrder}`)
    const ids = body.data.map(({ id }) => id)
    expect([ids[0], ids.length]).toEqual([second.id, [first, second, third].length])
  }
})

test('what a product cost is never rewritten', async () => {
  const chips = await shop.product()
  await change(chips, 20_000, { until: at(hours(1)) })
  for (const statement of [
    sql`update planned_prices set price = 1`,
    sql`delete from planned_prices`,
    sql`update regular_prices set price = 1`,
    sql`delete from regular_prices`,
  ])
    await expect(statement.execute(shop.db)).rejects.toThrow('rows are never changed')
  await byHand(chips, 26_000)
  const prices = await shop.db.selectFrom('regular_prices').select('price').where('product_id', '=', chips.id).execute()
  expect(prices.map(({ price }) => price)).toEqual([25_000, 26_000])
})
