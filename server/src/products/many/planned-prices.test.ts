import type { PlannedPrices, ProductsChanged } from '@camilan/contract/many-products'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { days, hours, later } from '../../platform/clock.ts'
import { transact } from '../../platform/db/transact.ts'
import { queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { lockedProducts } from '../stock.ts'
import { applyPlannedPrices } from './apply-planned-prices.ts'

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
const priceOf = async ({ id }: { id: string }) =>
  (await shop.db.selectFrom('products').select('price').where('id', '=', id).executeTakeFirstOrThrow()).price
const runJob = () => applyPlannedPrices(shop.db, shop.clock())
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

test('a planned price begins and ends at its moments', async () => {
  const chips = await shop.product()
  await change(chips, 20_000, { from: at(hours(1)), until: at(hours(3)) })
  expect(await planned()).toMatchObject([{ has_begun: false, items: [{ old_price: 25_000, new_price: 20_000 }] }])
  expect(await change(chips, 26_500)).toMatchObject({ status: 400, body: { fields: { items: expect.any(String) } } })
  await runJob()
  expect(await priceOf(chips)).toBe(25_000)
  await shop.advanceClock(hours(1))
  await runJob()
  await runJob()
  expect(await priceOf(chips)).toBe(20_000)
  expect(await planned()).toMatchObject([{ has_begun: true }])
  await shop.advanceClock(hours(2))
  await runJob()
  expect(await priceOf(chips)).toBe(25_000)
  expect(await planned()).toEqual([])
  const { body } = await sari.ask<{ changes: object[] }[]>('GET', `/admin/products/${chips.id}/audit`)
  expect(body.data.flatMap(({ changes }) => changes)).toEqual([
    { field: 'price', before: 20_000, after: 25_000 },
    { field: 'price', before: 25_000, after: 20_000 },
  ])
})

test('a planned price is dropped before it begins, and taken back while it runs', async () => {
  const chips = await shop.product()
  const { batch_id: first } = (await change(chips, 30_000, { from: at(hours(1)) })).body.data
  expect((await undo(first)).body.data).toEqual({ restored: 1 })
  const { batch_id: second } = (await change(chips, 30_000, { until: at(hours(1)) })).body.data
  expect(await priceOf(chips)).toBe(30_000)
  await undo(second)
  await shop.advanceClock(hours(2))
  await runJob()
  expect(await priceOf(chips)).toBe(25_000)
})

test('a price that was changed by hand stays, before the start and before the end', async () => {
  const chips = await shop.product()
  const byHand = (price: string) => sari.ask('PUT', `/admin/products/${chips.id}`, { form: { price } })
  await change(chips, 27_500, { from: at(hours(1)) })
  await byHand('26000')
  await shop.advanceClock(hours(1))
  await runJob()
  expect(await priceOf(chips)).toBe(26_000)
  await change(chips, 28_600, { until: at(hours(1)) })
  await byHand('27000')
  await shop.advanceClock(hours(1))
  await runJob()
  expect([await priceOf(chips), await planned()]).toEqual([27_000, []])
})

test('a plan whose time passed while the shop was down has no effect', async () => {
  const chips = await shop.product()
  await change(chips, 27_500, { from: at(hours(1)), until: at(hours(2)) })
  await shop.advanceClock(days(1))
  await runJob()
  expect([await priceOf(chips), await planned()]).toEqual([25_000, []])
})

test('an order before the start of a plan has the price that its buyer saw; the one after it is refused', async () => {
  const [chips, early, late] = [await shop.product(), await shop.customer(), await shop.customer()]
  for (const buyer of [early, late]) await buyer.addToCart(chips, 1)
  await change(chips, 20_000, { from: at(hours(1)) })
  await shop.advanceClock(hours(1))
  const place = (buyer: Customer) => buyer.placeOrder({ expected_total: 31_000 })
  const waiting: Promise<unknown>[] = []
  await transact(shop.db, async (tx) => {
    await lockedProducts(tx, sql`${[chips.id]}::uuid[]`).execute()
    for (const [index, act] of [() => place(early), runJob].entries()) {
      waiting.push(act())
      await expect.poll(() => queriesWaiting(shop.pool)).toBe(index + 1)
    }
  })
  const [placed] = await Promise.all(waiting)
  expect(placed).toMatchObject({ status: 201 })
  expect(await place(late)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } })
  const items = await shop.db.selectFrom('order_items').select('unit_price').execute()
  expect(items).toEqual([{ unit_price: 25_000 }])
  expect(await priceOf(chips)).toBe(20_000)
  expect(await late.placeOrder({ expected_total: 26_000 })).toMatchObject({ status: 201 })
})
