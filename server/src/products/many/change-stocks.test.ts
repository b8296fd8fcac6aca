import type { StockEntry } from '@camilan/contract/catalog'
import type { StocksChanged } from '@camilan/contract/many-products'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { tally, times } from '../../testing/many-at-once.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { lockedProducts } from '../stock.ts'

const shop = useShop()
const sari = useOpened(() => shop.admin())

const change = (reason: string, items: object[], key?: string) =>
  sari.ask<StocksChanged>('POST', '/admin/products/stock', {
    body: { reason, items },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })

test('what was baked is added, what is spoilt is taken, what was counted is set, and the history says why', async () => {
  const [chips, cake] = [await shop.product(), await shop.product({ stock: 3 })]
  await change('produksi', [
    { id: chips.id, change: 20 },
    { id: cake.id, change: 5 },
  ])
  await change('rusak', [{ id: chips.id, change: -4 }])
  const counted = await change('hitung_ulang', [{ id: chips.id, stock: 25, expected_stock: 26 }])
  expect(counted.body.data).toEqual([{ id: chips.id, name: chips.name, before: 26, after: 25 }])
  expect([await shop.stockOf(chips), await shop.stockOf(cake)]).toEqual([25, 8])
  const { body } = await sari.ask<StockEntry[]>('GET', `/admin/products/${chips.id}/stock-history`)
  expect(body.data.map(({ kind, quantity, stock, actor_name }) => [kind, quantity, stock, actor_name])).toEqual([
    ['counted', -1, 25, sari.name],
    ['spoilt', -4, 26, sari.name],
    ['produced', 20, 30, sari.name],
  ])
})

test('all lines or none: one that takes too much, or that was sold meanwhile, stops the others', async () => {
  const [chips, cake] = [await shop.product(), await shop.product({ stock: 3 })]
  expect(
    await change('rusak', [
      { id: chips.id, change: -1 },
      { id: cake.id, change: -4 },
    ]),
  ).toMatchObject({ status: 409, body: { code: 'OUT_OF_STOCK', data: [{ product_id: cake.id, stock: 3 }] } })
  expect(
    await change('hitung_ulang', [
      { id: chips.id, stock: 9, expected_stock: 10 },
      { id: cake.id, stock: 9, expected_stock: 4 },
    ]),
  ).toMatchObject({ status: 409, body: { code: 'STOCK_CHANGED', data: [{ id: cake.id, stock: 3 }] } })
  expect(await change('produksi', [{ id: crypto.randomUUID(), change: 1 }])).toMatchObject({ status: 404 })
  expect(await change('produksi', [{ id: chips.id }])).toMatchObject({ status: 400 })
  expect(await change('hilang', [{ id: chips.id, change: 1 }])).toMatchObject({ status: 400 })
  expect([await shop.stockOf(chips), await shop.stockOf(cake)]).toEqual([10, 3])
})

test('a repeated request counts once', async () => {
  const chips = await shop.product()
  const replies = await times(5, () => change('produksi', [{ id: chips.id, change: 7 }], 'sekali'))
  expect(tally(replies)).toEqual({ '200': 5 })
  expect(await shop.stockOf(chips)).toBe(17)
})

test('a count that a sale has overtaken is refused, and what was baked is added to what the sale left', async () => {
  const [ani, chips] = [await shop.customer(), await shop.product()]
  await ani.addToCart(chips, 3)
  const waiting: Promise<unknown>[] = []
  await transact(shop.db, async (tx) => {
    await lockedProducts(tx, sql`${[chips.id]}::uuid[]`).execute()
    waiting.push(ani.placeOrder())
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    waiting.push(change('hitung_ulang', [{ id: chips.id, stock: 12, expected_stock: 10 }]))
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
    waiting.push(change('produksi', [{ id: chips.id, change: 20 }]))
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
  await owner.ask('POST', '/admin/products/stock', { body: { reason: 'rusak', items: [{ id: chips.id, change: -8 }] } })
  expect(await owner.messages()).toEqual([expect.stringContaining('Opak')])
})
