import { expect, test } from 'vitest'
import { presentEntry } from '../../people/audit/present.ts'
import { listChanges } from '../../people/audit/queries.ts'
import { days, earlier, hours, later } from '../../platform/clock.ts'
import { transact } from '../../platform/db/transact.ts'
import { queriesWaiting } from '../../testing/locks.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeAdmin, makeUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { writeOrder } from '../../testing/write-order.ts'
import { findProduct } from '../queries.ts'
import { restoreProduct } from '../read/restore-product.ts'
import { deleteProduct } from './delete-product.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')

const sari = useOpened(() => makeAdmin(shop.db))

/** Also the row of an archived product. Undefined for a deleted one. */
const rowOf = (id: string) => shop.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()
/** Its audit entries, the newest first. */
async function trailOf(id: string) {
  const { rows } = await listChanges(shop.db, { type: 'product', id }, { page: 1, limit: 100 })
  return rows.map(presentEntry)
}
async function orderedProduct() {
  const [product, { id: userId }] = [await makeProduct(shop.db), await makeUser(shop.db)]
  await writeOrder(shop.db, { userId, lines: [{ product, quantity: 2 }] })
  return product
}
/** An order of a new customer. */
async function putInCart({ id: product_id }: { id: string }) {
  const { id: user_id } = await makeUser(shop.db)
  await shop.db.insertInto('cart_items').values({ user_id, product_id, quantity: 1, created_at: now }).execute()
}
const cartLines = () => shop.db.selectFrom('cart_items').select(['product_id', 'left_name']).execute()

test('a product that was never ordered is deleted, and carts keep its name', async () => {
  const { id, name } = await makeProduct(shop.db)
  await putInCart({ id })
  await deleteProduct(shop.db, sari, id, now)
  expect(await rowOf(id)).toBeUndefined()
  expect(await cartLines()).toEqual([{ product_id: null, left_name: name }])
  const [entry, ...others] = await trailOf(id)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ action: 'deleted', actor: { name: sari.name } })
  expect(entry?.changes).toContainEqual({ field: 'price', before: 25_000, after: null })
})

test('a product that was ordered is archived: orders still refer to it, the catalogue does not list it', async () => {
  const product = await orderedProduct()
  await deleteProduct(shop.db, sari, product.id, now)
  expect(await rowOf(product.id)).toMatchObject({ name: product.name, archived_at: now })
  expect(await findProduct(shop.db, product.id, new Date())).toBeUndefined()
  expect(await trailOf(product.id)).toMatchObject([{ action: 'archived', actor: { id: sari.id }, changes: [] }])
})

test('a product is archived when an order for it commits during its deletion', async () => {
  const product = await makeProduct(shop.db)
  const { id: userId } = await makeUser(shop.db)
  let deletion: Promise<void> = Promise.resolve()
  await transact(shop.db, async (tx) => {
    await writeOrder(tx, { userId, lines: [{ product, quantity: 1 }] })
    deletion = deleteProduct(shop.db, sari, product.id, now)
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  })
  await deletion
  expect(await rowOf(product.id)).toMatchObject({ archived_at: now })
})

test('an unknown product and one that was deleted before are not found', async () => {
  const product = await orderedProduct()
  await deleteProduct(shop.db, sari, product.id, now)
  for (const id of [product.id, crypto.randomUUID()]) {
    await expect(deleteProduct(shop.db, sari, id, now)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await trailOf(product.id)).toHaveLength(1)
})

test('a deleted product comes back with its id and every value, but not into carts', async () => {
  const image = 'a'.repeat(32)
  const arranged = { group_id: crypto.randomUUID(), place: 3 }
  const age = { created_at: earlier(now, days(40)) }
  const product = await makeProduct(shop.db, { image, stock: 7, low_stock_at: 3, ...arranged, ...age })
  await putInCart(product)
  await deleteProduct(shop.db, sari, product.id, now)
  const restoredAt = later(now, hours(23))
  await restoreProduct(shop.db, sari, product.id, restoredAt)
  expect(await rowOf(product.id)).toEqual({ ...product, updated_at: restoredAt })
  expect(await cartLines()).not.toContainEqual(expect.objectContaining({ product_id: product.id }))
  expect(await trailOf(product.id)).toMatchObject([
    { action: 'restored', actor: { name: sari.name }, changes: expect.arrayContaining([]) },
    { action: 'deleted' },
  ])
  const moved = await shop.db
    .selectFrom('stock_movements')
    .select('quantity')
    .where('product_id', '=', product.id)
    .execute()
  expect(moved).toEqual([{ quantity: 7 }])
})

test('a product that orders refer to comes back from the archive at any time, with the stock that orders returned meanwhile', async () => {
  const product = await orderedProduct()
  await deleteProduct(shop.db, sari, product.id, earlier(now, days(400)))
  await shop.db.updateTable('products').set({ stock: 12 }).where('id', '=', product.id).execute()
  await restoreProduct(shop.db, sari, product.id, now)
  expect(await findProduct(shop.db, product.id, new Date())).toMatchObject({ id: product.id, stock: 12 })
  expect(await trailOf(product.id)).toMatchObject([{ action: 'restored' }, { action: 'archived' }])
})

test('a second call changes nothing, and two simultaneous calls restore it once', async () => {
  const { id } = await makeProduct(shop.db)
  await deleteProduct(shop.db, sari, id, now)
  const both = await Promise.all([restoreProduct(shop.db, sari, id, now), restoreProduct(shop.db, sari, id, now)])
  expect(both.map((product) => product.id)).toEqual([id, id])
  expect(await restoreProduct(shop.db, sari, id, later(now, days(3)))).toMatchObject({ id })
  expect(await trailOf(id)).toHaveLength(2)
})

test('a product does not come back a day after its last deletion', async () => {
  const { id } = await makeProduct(shop.db)
  await deleteProduct(shop.db, sari, id, earlier(now, days(2)))
  await restoreProduct(shop.db, sari, id, earlier(now, days(2)))
  await deleteProduct(shop.db, sari, id, earlier(now, days(1)))
  await expect(restoreProduct(shop.db, sari, id, now)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Produk ini sudah dihapus lebih dari 24 jam yang lalu dan tidak bisa dikembalikan lagi.',
  })
  expect(await rowOf(id)).toBeUndefined()
  await restoreProduct(shop.db, sari, id, earlier(now, 1))
  expect(await rowOf(id)).toMatchObject({ id })
})

test('a product that never existed is not found', async () => {
  await expect(restoreProduct(shop.db, sari, crypto.randomUUID(), now)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
