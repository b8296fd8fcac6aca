import { expect, test } from 'vitest'
import { transact } from '../platform/db/transact.ts'
import { queriesWaiting } from '../testing/locks.ts'
import { makeProduct } from '../testing/make-product.ts'
import { makeUser } from '../testing/make-user.ts'
import { useProductRecords } from '../testing/product-records.ts'
import { writeOrder } from '../testing/write-order.ts'
import { deleteProduct } from './delete-product.ts'
import { findProduct } from './queries.ts'

const { shop, now, sari, rowOf, trailOf, orderedProduct, putInCart, cartLines } = useProductRecords()

test('a product that was never ordered is deleted, and leaves every cart', async () => {
  const { id } = await makeProduct(shop.db)
  await putInCart({ id })
  await deleteProduct(shop.db, sari(), id, now)
  expect(await rowOf(id)).toBeUndefined()
  expect(await cartLines()).toEqual([])
  const [entry, ...others] = await trailOf(id)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ action: 'deleted', actor: { name: sari().name } })
  expect(entry?.changes).toContainEqual({ field: 'price', before: 25_000, after: null })
})

test('a product that was ordered is archived: orders still refer to it, the catalogue does not list it', async () => {
  const product = await orderedProduct()
  await deleteProduct(shop.db, sari(), product.id, now)
  expect(await rowOf(product.id)).toMatchObject({ name: product.name, archived_at: now })
  expect(await findProduct(shop.db, product.id)).toBeUndefined()
  expect(await trailOf(product.id)).toMatchObject([{ action: 'archived', actor: { id: sari().id }, changes: [] }])
})

test('a product is archived when an order for it commits during its deletion', async () => {
  const product = await makeProduct(shop.db)
  const { id: userId } = await makeUser(shop.db)
  let deletion: Promise<void> = Promise.resolve()
  await transact(shop.db, async (tx) => {
    await writeOrder(tx, { userId, lines: [{ product, quantity: 1 }] })
    deletion = deleteProduct(shop.db, sari(), product.id, now)
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  })
  await deletion
  expect(await rowOf(product.id)).toMatchObject({ archived_at: now })
})

test('an unknown product and one that was deleted before are not found', async () => {
  const product = await orderedProduct()
  await deleteProduct(shop.db, sari(), product.id, now)
  for (const id of [product.id, crypto.randomUUID()]) {
    await expect(deleteProduct(shop.db, sari(), id, now)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await trailOf(product.id)).toHaveLength(1)
})
