import { expect, test } from 'vitest'
import { days, earlier, hours, later } from '../platform/clock.ts'
import { makeProduct } from '../testing/make-product.ts'
import { useProductRecords } from '../testing/product-records.ts'
import { deleteProduct } from './delete-product.ts'
import { findProduct } from './queries.ts'
import { restoreProduct } from './restore-product.ts'

const { shop, now, sari, rowOf, trailOf, orderedProduct, putInCart, cartLines } = useProductRecords()

test('a deleted product comes back with its id and every value; the lines that left carts stay gone', async () => {
  const image = 'a'.repeat(32)
  const product = await makeProduct(shop.db, { image, stock: 7, low_stock_at: 3, created_at: earlier(now, days(40)) })
  await putInCart(product)
  await deleteProduct(shop.db, sari(), product.id, now)
  const restoredAt = later(now, hours(23))
  await restoreProduct(shop.db, sari(), product.id, restoredAt)
  expect(await rowOf(product.id)).toEqual({ ...product, updated_at: restoredAt })
  expect(await cartLines()).toEqual([])
  expect(await trailOf(product.id)).toMatchObject([
    { action: 'restored', actor: { name: sari().name }, changes: expect.arrayContaining([]) },
    { action: 'deleted' },
  ])
  const moved = await shop.db
    .selectFrom('stock_movements')
    .select('quantity')
    .where('product_id', '=', product.id)
    .execute()
  expect(moved).toEqual([{ quantity: 7 }])
})

test('a product without a picture comes back without one', async () => {
  const { id } = await makeProduct(shop.db)
  await deleteProduct(shop.db, sari(), id, now)
  expect(await restoreProduct(shop.db, sari(), id, now)).toMatchObject({ id, image: null })
})

test('a product that orders refer to comes back from the archive, with the stock that orders returned meanwhile', async () => {
  const product = await orderedProduct()
  await deleteProduct(shop.db, sari(), product.id, now)
  await shop.db.updateTable('products').set({ stock: 12 }).where('id', '=', product.id).execute()
  await restoreProduct(shop.db, sari(), product.id, now)
  expect(await findProduct(shop.db, product.id)).toMatchObject({ id: product.id, stock: 12 })
  expect(await trailOf(product.id)).toMatchObject([{ action: 'restored' }, { action: 'archived' }])
})

test('a second call changes nothing, and two at the same time restore it once', async () => {
  const { id } = await makeProduct(shop.db)
  await deleteProduct(shop.db, sari(), id, now)
  const both = await Promise.all([restoreProduct(shop.db, sari(), id, now), restoreProduct(shop.db, sari(), id, now)])
  expect(both.map((product) => product.id)).toEqual([id, id])
  expect(await restoreProduct(shop.db, sari(), id, later(now, days(3)))).toMatchObject({ id })
  expect(await trailOf(id)).toHaveLength(2)
})

test('a day after its deletion, a product does not come back; what counts is the last deletion', async () => {
  const { id } = await makeProduct(shop.db)
  await deleteProduct(shop.db, sari(), id, earlier(now, days(2)))
  await restoreProduct(shop.db, sari(), id, earlier(now, days(2)))
  await deleteProduct(shop.db, sari(), id, earlier(now, days(1)))
  await expect(restoreProduct(shop.db, sari(), id, now)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Produk ini sudah dihapus lebih dari 24 jam yang lalu dan tidak dapat dikembalikan lagi.',
  })
  expect(await rowOf(id)).toBeUndefined()
  await restoreProduct(shop.db, sari(), id, earlier(now, 1))
  expect(await rowOf(id)).toMatchObject({ id })
})

test('a product that never existed is not found', async () => {
  await expect(restoreProduct(shop.db, sari(), crypto.randomUUID(), now)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
