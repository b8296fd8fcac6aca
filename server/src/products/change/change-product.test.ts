import type { ProductChange } from '@camilan/contract/product-form'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { presentEntry } from '../../people/audit/present.ts'
import { listChanges } from '../../people/audit/queries.ts'
import { transact } from '../../platform/db/transact.ts'
import { queriesWaiting } from '../../testing/locks.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeAdmin, type TestUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { findProduct } from '../queries.ts'
import { lockedProducts } from '../stock.ts'
import { changeProduct } from './change-product.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')

const sari = useOpened(() => makeAdmin(shop.db, { name: 'Bu Sari' }))

const change = (id: string, form: ProductChange, { image, by = sari }: { image?: string; by?: TestUser } = {}) =>
  changeProduct(shop.db, by, { id, form, image }, now)

const notifications = async () =>
  (await shop.db.selectFrom('notifications').select('message').execute()).map((row) => row.message)

/** A sale that keeps the product locked until `beforeCommit` has ended. */
const sell = (id: string, quantity: number, beforeCommit = async () => {}) =>
  transact(shop.db, async (tx) => {
    await lockedProducts(tx, sql`${[id]}::uuid[]`, new Date()).execute()
    await tx
      .updateTable('products')
      .set((eb) => ({ stock: eb('stock', '-', quantity) }))
      .where('id', '=', id)
      .execute()
    await beforeCommit()
  })

test('a change of price keeps the stock that a concurrent sale has left', async () => {
  const { id } = await makeProduct(shop.db, { stock: 10 })
  let changing: Promise<unknown> = Promise.resolve()
  await sell(id, 3, async () => {
    changing = change(id, { price: 9_000 })
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  })
  await changing
  expect(await findProduct(shop.db, id, new Date())).toMatchObject({ price: 9_000, stock: 7 })
})

test('the second of two devices that opened the same product is asked', async () => {
  const { id, name, updated_at } = await makeProduct(shop.db, { stock: 10 })
  const version = updated_at.getTime()
  await sell(id, 1) // no change of the product
  await change(id, { description: 'Renyah.', version })
  const second = change(id, { name: 'Keripik Pedas', version })
  await expect(second).rejects.toMatchObject({ code: 'PRODUCT_CHANGED', data: { name, version: now.getTime() } })
  await expect(change(id, { price: 9_000, expected_price: 1, version })).rejects.toMatchObject({
    code: 'PRICE_CHANGED',
    data: { price: 25_000, version: now.getTime() },
  })
  await change(id, { name: 'Keripik Pedas', version: now.getTime() })
  await change(id, { name: 'Keripik Manis' }) // the calls without a version work as before
  expect(await findProduct(shop.db, id, new Date())).toMatchObject({
    name: 'Keripik Manis',
    description: 'Renyah.',
    stock: 9,
  })
})

test('low stock is judged by the stock that a concurrent sale has left', async () => {
  const { id, name } = await makeProduct(shop.db, { stock: 6 })
  let changing: Promise<unknown> = Promise.resolve()
  await sell(id, 2, async () => {
    changing = change(id, { stock: 3 })
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  })
  await changing
  expect(await notifications()).not.toContain(`Stok ${name} tinggal 3`) // from 4 to 3 is low before and after
})

test('the administrators are notified once when stock becomes low and once when it runs out', async () => {
  const { id } = await makeProduct(shop.db, { name: 'Kastengel', stock: 20 })
  for (const stock of [4, 3, 0, 0, 30, 5]) await change(id, { stock })
  expect((await notifications()).filter((message) => message.includes('Kastengel'))).toEqual([
    'Stok Kastengel tinggal 4',
    'Stok Kastengel habis',
    'Stok Kastengel tinggal 5',
  ])
})

test('an archived product cannot be changed', async () => {
  const { id } = await makeProduct(shop.db, { archived_at: now })
  await expect(change(id, { stock: 3 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a product has its own threshold for low stock', async () => {
  const { id } = await makeProduct(shop.db, { name: 'Rengginang', stock: 40, low_stock_at: 20 })
  for (const stock of [25, 20, 3]) await change(id, { stock })
  // The threshold of the form applies to its new stock. A change of the threshold alone notifies nobody.
  await change(id, { low_stock_at: 2 })
  await change(id, { stock: 2, low_stock_at: 1 })
  await change(id, { low_stock_at: 10 })
  expect((await notifications()).filter((message) => message.includes('Rengginang'))).toEqual([
    'Stok Rengginang tinggal 20',
  ])
})

const trailOf = async (id: string) =>
  (await listChanges(shop.db, { type: 'product', id }, { page: 1, limit: 100 })).rows.map(presentEntry)

test('the audit entry names who changed the product, and only the fields that differ', async () => {
  const { id } = await makeProduct(shop.db, { name: 'Sagu Keju', price: 45_000, stock: 12 })
  await change(id, { name: 'Sagu Keju', price: 47_000, stock: 12 }, { image: 'a'.repeat(32) })
  await change(id, { price: 47_000 })
  expect(await trailOf(id)).toEqual([
    {
      id: expect.any(String),
      at: now.toISOString(),
      actor: { id: sari.id, name: 'Bu Sari' },
      action: 'changed',
      changes: [
        { field: 'price', before: 45_000, after: 47_000 },
        { field: 'image', before: null, after: 'a'.repeat(32) },
      ],
    },
  ])
})

test('stock that differs from what the form expected is not overwritten', async () => {
  const { id } = await makeProduct(shop.db, { stock: 10 })
  let changing: Promise<unknown> = Promise.resolve()
  await sell(id, 3, async () => {
    changing = change(id, { stock: 30, expected_stock: 10 })
    changing.catch(() => {}) // asserted below
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  })
  await expect(changing).rejects.toMatchObject({
    code: 'STOCK_CHANGED',
    message: 'Stok sudah berubah menjadi 7. Periksa jumlahnya sebelum menyimpan lagi.',
    data: { stock: 7 },
  })
  expect(await findProduct(shop.db, id, new Date())).toMatchObject({ stock: 7 })
  expect(await trailOf(id)).toEqual([])
  await change(id, { stock: 27, expected_stock: 7 })
  expect(await findProduct(shop.db, id, new Date())).toMatchObject({ stock: 27 })
})

test('a price that another device has changed is not overwritten, unless both wrote the same', async () => {
  const { id } = await makeProduct(shop.db, { price: 45_000, stock: 10 })
  await change(id, { price: 52_000 })
  const conflict = { code: 'PRICE_CHANGED', data: { price: 52_000 } }
  await expect(change(id, { price: 47_000, expected_price: 45_000 })).rejects.toMatchObject(conflict)
  await expect(change(id, { name: 'Lain', expected_price: 45_000 })).rejects.toMatchObject(conflict)
  expect(await findProduct(shop.db, id, new Date())).toMatchObject({ price: 52_000 })
  await change(id, { price: 52_000, stock: 10, expected_price: 45_000, expected_stock: 12 })
  await change(id, { price: 47_000, expected_price: 52_000 })
  expect(await findProduct(shop.db, id, new Date())).toMatchObject({ price: 47_000, stock: 10 })
})

test('a form that expected another stock and another price is refused with both numbers', async () => {
  const { id } = await makeProduct(shop.db, { price: 52_000, stock: 7 })
  await expect(
    change(id, { stock: 30, price: 47_000, expected_stock: 10, expected_price: 45_000 }),
  ).rejects.toMatchObject({
    code: 'STOCK_CHANGED',
    message: 'Stok sudah berubah menjadi 7 dan harga menjadi Rp\u00a052.000. Periksa sebelum menyimpan lagi.',
    data: { stock: 7, price: 52_000 },
  })
})

test('a change of the stock is added to what a concurrent sale has left', async () => {
  const { id } = await makeProduct(shop.db, { stock: 10 })
  let changing: Promise<unknown> = Promise.resolve()
  await sell(id, 3, async () => {
    changing = change(id, { stock_change: 20 })
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  })
  await changing
  expect(await findProduct(shop.db, id, new Date())).toMatchObject({ stock: 27 })
  expect((await trailOf(id))[0]?.changes).toEqual([{ field: 'stock', before: 7, after: 27 }])
})

test("an administrator can't take away more than the stock, also after a concurrent sale", async () => {
  const { id, name } = await makeProduct(shop.db, { stock: 5 })
  let changing: Promise<unknown> = Promise.resolve()
  await sell(id, 3, async () => {
    changing = change(id, { stock_change: -3 })
    changing.catch(() => {}) // asserted below
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  })
  await expect(changing).rejects.toMatchObject({
    code: 'OUT_OF_STOCK',
    message: 'Stok sekarang 2, jadi tidak bisa dikurangi 3.',
    data: [{ product_id: id, name, stock: 2 }],
  })
  await change(id, { stock_change: -2 })
  expect(await findProduct(shop.db, id, new Date())).toMatchObject({ stock: 0 })
  await expect(change(id, { stock_change: 1_000_000, stock: 3 })).rejects.toMatchObject({ code: 'VALIDATION' })
  await change(id, { stock_change: 1_000_000 })
  await expect(change(id, { stock_change: 1 })).rejects.toMatchObject({
    code: 'VALIDATION',
    fields: { stock_change: 'Stok paling banyak 1.000.000.' },
  })
})

test('a change that fails changes nothing', async () => {
  const { id } = await makeProduct(shop.db, { stock: 10 })
  const unknown = { ...sari, id: crypto.randomUUID() }
  await expect(change(id, { stock: 1 }, { by: unknown })).rejects.toThrow()
  expect(await findProduct(shop.db, id, new Date())).toMatchObject({ stock: 10 })
})
