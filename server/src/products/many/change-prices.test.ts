import type { PlannedPrices, PricesChanged } from '@camilan/contract/many-products'
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

const change = (body: object) => sari.ask<PricesChanged>('POST', '/admin/products/prices', { body })
const undo = (id: string | null) => sari.ask<{ restored: number }>('DELETE', `/admin/products/prices/${id}`)
const done = async () => (await sari.ask<PlannedPrices>('GET', '/admin/products/prices?done=1')).body.data
const planned = async () => (await sari.ask<PlannedPrices>('GET', '/admin/products/prices')).body.data
const priceOf = async ({ id }: { id: string }) =>
  (await shop.db.selectFrom('products').select('price').where('id', '=', id).executeTakeFirstOrThrow()).price
const runJob = () => applyPlannedPrices(shop.db, shop.clock())
const at = (milliseconds: number) => later(shop.clock(), milliseconds).toISOString()

test.each([
  [{ percent: 10, round_to: 500 }, 27_500],
  [{ percent: 7, round_to: 1_000 }, 27_000],
  [{ percent: -12.5 }, 21_875],
  [{ amount: 2_300, round_to: 500 }, 27_500],
  [{ amount: -5_000 }, 20_000],
])('%j makes Rp 25.000 to %i', async (by, price) => {
  const [chips, cake] = [await shop.product(), await shop.product({ category: 'KUE_KERING' })]
  const { body } = await change({ category: 'MAKANAN_RINGAN', ...by })
  expect(body.data.items).toEqual([{ id: chips.id, name: chips.name, old_price: 25_000, new_price: price }])
  expect([await priceOf(chips), await priceOf(cake)]).toEqual([price, 25_000])
})

test.each([
  {},
  { percent: 10, amount: 100 },
  { percent: -91 },
  { amount: 0.5 },
  { amount: -25_000 },
  { percent: 10, round_to: 100 },
  { percent: 10, until: '2020-01-01T00:00:00Z' },
  { percent: 10, ids: [], category: 'KUE_KERING' },
])('%j is refused', async (form) => {
  const chips = await shop.product()
  expect(await change(form)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect(await priceOf(chips)).toBe(25_000)
})

test('a preview changes nothing, and what was not seen is not done', async () => {
  const [chips, other] = [await shop.product(), await shop.product()]
  const form = { ids: [chips.id], percent: 10 }
  const { body } = await change({ ...form, preview: true })
  expect(body.data).toMatchObject({ batch_id: null, items: [{ old_price: 25_000, new_price: 27_500 }] })
  expect(await priceOf(chips)).toBe(25_000)
  await sari.ask('PUT', `/admin/products/${chips.id}`, { form: { price: '30000' } })
  expect(await change({ ...form, seen: body.data.seen })).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', data: { items: [{ old_price: 30_000, new_price: 33_000 }] } },
  })
  expect([await priceOf(chips), await priceOf(other)]).toEqual([30_000, 25_000])
})

test('a repeated request raises the prices once', async () => {
  const chips = await shop.product()
  const request = { body: { percent: 10 }, headers: { 'idempotency-key': 'sekali' } }
  const send = () => sari.ask<PricesChanged>('POST', '/admin/products/prices', request)
  const [first, second] = [await send(), await send()]
  expect(second.body.data).toEqual(first.body.data)
  expect(await priceOf(chips)).toBe(27_500)
})

test('a change is undone as one, except for what was changed since; a second undo does nothing', async () => {
  const [chips, changed] = [await shop.product(), await shop.product({ price: 10_000 })]
  const { batch_id } = (await change({ percent: 50 })).body.data
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
  await shop.product()
  await change({ percent: 50 })
  const { body } = await sari.ask<PlannedPrices>('GET', `/admin/products/prices${query}`)
  expect(body.data).toHaveLength(isDone ? 1 : 0)
})

test('a planned price begins and ends at its moments', async () => {
  const chips = await shop.product()
  await change({ percent: -20, from: at(hours(1)), until: at(hours(3)) })
  expect(await planned()).toMatchObject([{ has_begun: false, items: [{ old_price: 25_000, new_price: 20_000 }] }])
  expect(await change({ percent: 5 })).toMatchObject({ status: 400, body: { fields: { ids: expect.any(String) } } })
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
  const { batch_id: first } = (await change({ amount: 5_000, from: at(hours(1)) })).body.data
  expect((await undo(first)).body.data).toEqual({ restored: 1 })
  const { batch_id: second } = (await change({ amount: 5_000, until: at(hours(1)) })).body.data
  expect(await priceOf(chips)).toBe(30_000)
  await undo(second)
  await shop.advanceClock(hours(2))
  await runJob()
  expect(await priceOf(chips)).toBe(25_000)
})

test('a price that was changed by hand stays, before the start and before the end', async () => {
  const chips = await shop.product()
  const byHand = (price: string) => sari.ask('PUT', `/admin/products/${chips.id}`, { form: { price } })
  await change({ percent: 10, from: at(hours(1)) })
  await byHand('26000')
  await shop.advanceClock(hours(1))
  await runJob()
  expect(await priceOf(chips)).toBe(26_000)
  await change({ percent: 10, until: at(hours(1)) })
  await byHand('27000')
  await shop.advanceClock(hours(1))
  await runJob()
  expect([await priceOf(chips), await planned()]).toEqual([27_000, []])
})

test('a plan whose time passed while the shop was down has no effect', async () => {
  const chips = await shop.product()
  await change({ percent: 10, from: at(hours(1)), until: at(hours(2)) })
  await shop.advanceClock(days(1))
  await runJob()
  expect([await priceOf(chips), await planned()]).toEqual([25_000, []])
})

test('an order before the start of a plan has the price that its buyer saw; the one after it is refused', async () => {
  const [chips, early, late] = [await shop.product(), await shop.customer(), await shop.customer()]
  for (const buyer of [early, late]) await buyer.addToCart(chips, 1)
  await change({ percent: -20, from: at(hours(1)) })
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

test('products that are unknown or deleted are named, and no price changes', async () => {
  const [known, deleted] = [await shop.product(), await shop.product({ archived_at: shop.clock() })]
  const answer = await change({ ids: [known.id, deleted.id], percent: 10 })
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect(JSON.stringify(answer.body)).toContain(deleted.id)
  expect(JSON.stringify(answer.body)).not.toContain(known.id)
  expect(await priceOf(known)).toBe(25_000)
})
