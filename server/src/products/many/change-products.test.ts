import type { StockEntry } from '@camilan/contract/catalog'
import type { ProductsChanged } from '@camilan/contract/many-products'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { tally, times } from '../../testing/many-at-once.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { lockedProducts } from '../stock.ts'

const shop = useShop()
let sari: Customer

beforeAll(async () => {
  sari = await shop.admin()
})

type Form = Record<string, string>
const change = (items: readonly (readonly [{ id: string }, Form, reason?: string])[], key?: string) =>
  sari.ask<ProductsChanged>('POST', '/admin/products/changes', {
    body: { items: items.map(([{ id }, form, stock_reason]) => ({ id, form, ...(stock_reason && { stock_reason }) })) },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const rowOf = ({ id }: { id: string }) =>
  shop.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('what was baked is added, what is spoilt is taken, what was counted is set, and the history says why', async () => {
  const [chips, cake] = [await shop.product(), await shop.product({ stock: 3 })]
  await change([
    [chips, { stock_change: '20' }, 'produksi'],
    [cake, { stock_change: '5' }, 'produksi'],
  ])
  await change([[chips, { stock_change: '-4' }, 'rusak']])
  const counted = await change([[chips, { stock: '25', expected_stock: '26' }, 'hitung_ulang']])
  const changes = [{ field: 'stock', before: 26, after: 25 }]
  expect(counted.body.data).toEqual({ batch_id: null, items: [{ id: chips.id, name: chips.name, changes }] })
  expect([await shop.stockOf(chips), await shop.stockOf(cake)]).toEqual([25, 8])
  const { body } = await sari.ask<StockEntry[]>('GET', `/admin/products/${chips.id}/stock-history`)
  expect(body.data.map(({ kind, quantity, stock, actor_name }) => [kind, quantity, stock, actor_name])).toEqual([
    ['counted', -1, 25, sari.name],
    ['spoilt', -4, 26, sari.name],
    ['produced', 20, 30, sari.name],
  ])
})

test('price, stock, cost and texts are changed in one call', async () => {
  const chips = await shop.product()
  const form = { price: '27500', expected_price: '25000', stock_change: '2', cost_price: '9000', name: 'Opak' }
  expect((await change([[chips, form]])).body.data).toMatchObject({ batch_id: expect.any(String) })
  expect(await rowOf(chips)).toMatchObject({ price: 27_500, stock: 12, cost_price: 9_000, name: 'Opak' })
})

test.each([
  [{ stock_change: '-4' }, 409, { code: 'OUT_OF_STOCK' }],
  [{ stock: '9', expected_stock: '4' }, 409, { code: 'STOCK_CHANGED', data: { stock: 3 } }],
  [{ price: '9000', expected_price: '4000' }, 409, { code: 'PRICE_CHANGED', data: { price: 25_000 } }],
  [{ name: 'Lain', version: '1' }, 409, { code: 'PRODUCT_CHANGED' }],
  [{ stock: '9', stock_change: '1' }, 400, { code: 'VALIDATION' }],
  [{ price: 'mahal' }, 400, { code: 'VALIDATION' }],
])('all products or none: one with %j stops the others, and is named', async (form, status, body) => {
  const [chips, cake] = [await shop.product(), await shop.product({ stock: 3 })]
  const answer = await change([
    [chips, { stock_change: '-1', price: '1000' }],
    [cake, form],
  ])
  expect(answer).toMatchObject({ status, body })
  if (status === 409)
    expect(answer.body).toMatchObject({ errors: expect.stringContaining(cake.name), data: { id: cake.id } })
  expect(await rowOf(chips)).toMatchObject({ price: 25_000, stock: 10 })
  expect(await rowOf(cake)).toMatchObject({ price: 25_000, stock: 3 })
})

test('an unknown product, and a reason that nobody has, are refused', async () => {
  expect(await change([[{ id: crypto.randomUUID() }, { stock_change: '1' }]])).toMatchObject({ status: 404 })
  expect(await change([[await shop.product(), { stock_change: '1' }, 'hilang']])).toMatchObject({ status: 400 })
})

test('a member of staff changes stock only', async () => {
  const [staff, chips] = [await shop.staff(), await shop.product()]
  const ask = (form: Form) =>
    staff.ask('POST', '/admin/products/changes', { body: { items: [{ id: chips.id, form }] } })
  expect(await ask({ stock_change: '1' })).toMatchObject({ status: 200 })
  for (const form of [{ price: '1000' }, { stock: '5', cost_price: '100' }]) {
    expect(await ask(form)).toMatchObject({ status: 403 })
  }
  expect(await rowOf(chips)).toMatchObject({ price: 25_000, stock: 11 })
})

test('a repeated request counts once', async () => {
  const chips = await shop.product()
  const replies = await times(5, () => change([[chips, { stock_change: '7', price: '30000' }]], 'sekali'))
  expect(tally(replies)).toEqual({ '200': 5 })
  expect(await rowOf(chips)).toMatchObject({ price: 30_000, stock: 17 })
})

test('a count that a sale has overtaken is refused, and what was baked is added to what the sale left', async () => {
  const [ani, chips] = [await shop.customer(), await shop.product()]
  await ani.addToCart(chips, 3)
  const waiting: Promise<unknown>[] = []
  await transact(shop.db, async (tx) => {
    await lockedProducts(tx, sql`${[chips.id]}::uuid[]`, new Date()).execute()
    waiting.push(ani.placeOrder())
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    waiting.push(change([[chips, { stock: '12', expected_stock: '10' }]]))
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
    waiting.push(change([[chips, { stock_change: '20' }]]))
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(3)
  })
  const [order, counted, baked] = await Promise.all(waiting)
  expect(order).toMatchObject({ status: 201 })
  expect(counted).toMatchObject({ status: 409, body: { code: 'STOCK_CHANGED' } })
  expect(baked).toMatchObject({ status: 200 })
  expect(await shop.stockOf(chips)).toBe(27)
})

test('stock that becomes low is told once', async () => {
  const owner = await shop.onlyAdmin()
  const chips = await shop.product({ name: 'Opak' })
  await owner.ask('POST', '/admin/products/changes', {
    body: { items: [{ id: chips.id, form: { stock_change: '-8' } }] },
  })
  expect(await owner.messages()).toEqual([expect.stringContaining('Opak')])
})
