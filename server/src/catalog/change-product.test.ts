import { beforeAll, expect, test } from 'vitest'
import { queriesWaiting } from '../testing/locks.ts'
import { makeProduct } from '../testing/make-product.ts'
import { makeAdmin } from '../testing/make-user.ts'
import { useTestDb } from '../testing/test-db.ts'
import { changeProduct } from './change-product.ts'
import { findProduct } from './queries.ts'
import { lockProducts } from './stock.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')

beforeAll(async () => {
  await makeAdmin(shop.db)
})

const told = async () =>
  (await shop.db.selectFrom('notifications').select('message').execute()).map((row) => row.message)

/** A sale that holds the product until `beforeCommit` is over. */
const sell = (id: string, quantity: number, beforeCommit = async () => {}) =>
  shop.db.transaction().execute(async (tx) => {
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
    change = changeProduct(shop.db, id, { price: 9_000 }, undefined, now)
    await expect.poll(() => queriesWaiting(shop.pool), { timeout: 10_000 }).toBe(1)
  })
  await change
  expect(await findProduct(shop.db, id)).toMatchObject({ price: 9_000, stock: 7 })
})

test('stock that a sale brings down while it is changed is compared with what the sale left', async () => {
  const { id, name } = await makeProduct(shop.db, { stock: 6 })
  let change: Promise<unknown> = Promise.resolve()
  await sell(id, 2, async () => {
    change = changeProduct(shop.db, id, { stock: 3 }, undefined, now)
    await expect.poll(() => queriesWaiting(shop.pool), { timeout: 10_000 }).toBe(1)
  })
  await change
  expect(await told()).not.toContain(`Stok ${name} tinggal 3`) // from 4 to 3 crosses nothing
})

test('every administrator is told once when stock gets low and once when it is gone', async () => {
  const { id } = await makeProduct(shop.db, { name: 'Kastengel', stock: 20 })
  for (const stock of [4, 3, 0, 0, 30, 5]) await changeProduct(shop.db, id, { stock }, undefined, now)
  expect((await told()).filter((message) => message.includes('Kastengel'))).toEqual([
    'Stok Kastengel tinggal 4',
    'Stok Kastengel habis',
    'Stok Kastengel tinggal 5',
  ])
})

test('an archived product cannot be changed', async () => {
  const { id } = await makeProduct(shop.db, { archived_at: now })
  await expect(changeProduct(shop.db, id, { stock: 3 }, undefined, now)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
