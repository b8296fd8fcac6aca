import { beforeAll, expect, test } from 'vitest'
import { presentEntry } from '../audit/present.ts'
import { listChanges } from '../audit/queries.ts'
import { transact } from '../platform/db/transact.ts'
import { queriesWaiting } from '../testing/locks.ts'
import { makeProduct } from '../testing/make-product.ts'
import { makeAdmin, type TestUser } from '../testing/make-user.ts'
import { useTestDb } from '../testing/test-db.ts'
import { changeProduct } from './change-product.ts'
import { findProduct } from './queries.ts'
import { lockProducts } from './stock.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')

let sari: TestUser

beforeAll(async () => {
  sari = await makeAdmin(shop.db, { name: 'Bu Sari' })
})

const told = async () =>
  (await shop.db.selectFrom('notifications').select('message').execute()).map((row) => row.message)

/** A sale that holds the product until `beforeCommit` is over. */
const sell = (id: string, quantity: number, beforeCommit = async () => {}) =>
  transact(shop.db, async (tx) => {
    await lockProducts(tx, [id])
    await tx
      .updateTable('products')
      .set((eb) => ({ stock: eb('stock', '-', quantity) }))
      .where('id', '=', id)
      .execute()
    await beforeCommit()
  })

test('a change of price does not undo a sale in between', async () => {
  const { id } = await makeProduct(shop.db, { stock: 10 })
  let change: Promise<unknown> = Promise.resolve()
  await sell(id, 3, async () => {
    change = changeProduct(shop.db, id, { price: 9_000 }, undefined, sari, now)
    await expect.poll(() => queriesWaiting(shop.pool), { timeout: 10_000 }).toBe(1)
  })
  await change
  expect(await findProduct(shop.db, id)).toMatchObject({ price: 9_000, stock: 7 })
})

test('stock that a sale brings down while it is changed is compared with what the sale left', async () => {
  const { id, name } = await makeProduct(shop.db, { stock: 6 })
  let change: Promise<unknown> = Promise.resolve()
  await sell(id, 2, async () => {
    change = changeProduct(shop.db, id, { stock: 3 }, undefined, sari, now)
    await expect.poll(() => queriesWaiting(shop.pool), { timeout: 10_000 }).toBe(1)
  })
  await change
  expect(await told()).not.toContain(`Stok ${name} tinggal 3`) // from 4 to 3 crosses nothing
})

test('every administrator is told once when stock gets low and once when it is gone', async () => {
  const { id } = await makeProduct(shop.db, { name: 'Kastengel', stock: 20 })
  for (const stock of [4, 3, 0, 0, 30, 5]) await changeProduct(shop.db, id, { stock }, undefined, sari, now)
  expect((await told()).filter((message) => message.includes('Kastengel'))).toEqual([
    'Stok Kastengel tinggal 4',
    'Stok Kastengel habis',
    'Stok Kastengel tinggal 5',
  ])
})

test('an archived product cannot be changed', async () => {
  const { id } = await makeProduct(shop.db, { archived_at: now })
  await expect(changeProduct(shop.db, id, { stock: 3 }, undefined, sari, now)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a product has its own number from which on it is low', async () => {
  const { id } = await makeProduct(shop.db, { name: 'Rengginang', stock: 40, low_stock_at: 20 })
  for (const stock of [25, 20, 3]) await changeProduct(shop.db, id, { stock }, undefined, sari, now)
  // The number that comes with the new stock is the one that counts; raising it alone is no news to who raised it.
  await changeProduct(shop.db, id, { low_stock_at: 2 }, undefined, sari, now)
  await changeProduct(shop.db, id, { stock: 2, low_stock_at: 1 }, undefined, sari, now)
  await changeProduct(shop.db, id, { low_stock_at: 10 }, undefined, sari, now)
  expect((await told()).filter((message) => message.includes('Rengginang'))).toEqual(['Stok Rengginang tinggal 20'])
})

const trailOf = async (id: string) =>
  (await listChanges(shop.db, { type: 'product', id }, { page: 1, limit: 100 })).rows.map(presentEntry)

test('who changed what is written down: what really differs, and only that', async () => {
  const { id } = await makeProduct(shop.db, { name: 'Sagu Keju', price: 45_000, stock: 12 })
  await changeProduct(shop.db, id, { name: 'Sagu Keju', price: 47_000, stock: 12 }, 'a'.repeat(32), sari, now)
  await changeProduct(shop.db, id, { price: 47_000 }, undefined, sari, now)
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

test('stock that is not what the administrator saw is not overwritten', async () => {
  const { id } = await makeProduct(shop.db, { stock: 10 })
  let change: Promise<unknown> = Promise.resolve()
  await sell(id, 3, async () => {
    change = changeProduct(shop.db, id, { stock: 30, expected_stock: 10 }, undefined, sari, now)
    change.catch(() => {}) // looked at below
    await expect.poll(() => queriesWaiting(shop.pool), { timeout: 10_000 }).toBe(1)
  })
  await expect(change).rejects.toMatchObject({ code: 'STOCK_CHANGED', data: { stock: 7 } })
  expect(await findProduct(shop.db, id)).toMatchObject({ stock: 7 })
  expect(await trailOf(id)).toEqual([])
  await changeProduct(shop.db, id, { stock: 27, expected_stock: 7 }, undefined, sari, now)
  expect(await findProduct(shop.db, id)).toMatchObject({ stock: 27 })
})

test('a change that fails leaves no trace', async () => {
  const { id } = await makeProduct(shop.db, { stock: 10 })
  const unknown = { ...sari, id: crypto.randomUUID() }
  await expect(changeProduct(shop.db, id, { stock: 1 }, undefined, unknown, now)).rejects.toThrow()
  expect(await findProduct(shop.db, id)).toMatchObject({ stock: 10 })
})
