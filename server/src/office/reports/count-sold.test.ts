import { expect, test } from 'vitest'
import { imageUrlUnder } from '../../media/files/image-url.ts'
import { atLeastSold, presentProducts } from '../../products/read/present.ts'
import { productReader } from '../../products/read/read-products.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { writeOrder } from '../../testing/write-order.ts'
import { countSold } from './count-sold.ts'

const shop = useTestDb()

test.each([
  [0, null],
  [1, 1],
  [9, 9],
  [10, 10],
  [49, 10],
  [50, 50],
  [99, 50],
  [100, 100],
  [4_999, 1_000],
  [12_345, 10_000],
])('%i sold pieces are shown as %s', (count, shown) => {
  expect(atLeastSold(count)).toBe(shown)
})

test('paid orders count what was not taken out, and say what goes together; a second count follows a cancellation', async () => {
  const { db } = shop
  const now = new Date('2026-11-20T03:00:00Z')
  const { id: userId } = await makeUser(db, { now })
  const make = (name: string, price: number) => makeProduct(db, { name, price })
  const [nastar, keju, sagu, putri] = [
    await make('Nastar', 50_000),
    await make('Keju', 80_000),
    await make('Sagu', 10_000),
    await make('Putri', 49_000),
  ]
  const order = async (status: 'DIPROSES' | 'DIBAYAR' | 'DIKIRIM' | 'SELESAI', ...products: (typeof nastar)[]) =>
    writeOrder(db, { userId, status, orderTime: now, lines: products.map((product) => ({ product, quantity: 3 })) })
  await order('DIBAYAR', nastar, sagu)
  await order('DIKIRIM', nastar, sagu)
  const cancelled = await order('SELESAI', nastar, keju)
  // Neither what was not paid nor what was taken out goes with anything.
  const changed: string[] = []
  for (let times = 0; times < 3; times += 1) {
    await order('DIPROSES', nastar, putri)
    changed.push(await order('DIBAYAR', nastar, putri))
  }
  const takeOut = (product: typeof nastar, taken_quantity: number) =>
    db
      .updateTable('order_items')
      .set({ taken_quantity })
      .where('order_id', 'in', changed)
      .where('product_id', '=', product.id)
      .execute()
  await takeOut(nastar, 2)
  await takeOut(putri, 3)

  const reader = productReader(db, presentProducts(imageUrlUnder('http://toko.test')))
  const counted = async () => {
    await countSold(db, now)
    const rows = await db.selectFrom('products').select(['name', 'sold_count']).orderBy('name').execute()
    return rows.map(({ name, sold_count }) => [name, sold_count])
  }
  const beside = async () => (await reader.similarTo(await reader.productById(nastar.id))).map(({ name }) => name)
  expect(await beside()).toEqual(['Putri', 'Keju', 'Sagu'])
  expect(await counted()).toEqual([
    ['Keju', 3],
    ['Nastar', 12],
    ['Putri', 0],
    ['Sagu', 6],
  ])
  expect(await beside()).toEqual(['Sagu', 'Putri', 'Keju']) // one order with Keju is too few
  expect((await reader.productById(nastar.id)).sold_count).toBe(10)

  await db.updateTable('orders').set({ status: 'DIBATALKAN' }).where('id', '=', cancelled).execute()
  expect(await counted()).toEqual([
    ['Keju', 0],
    ['Nastar', 9],
    ['Putri', 0],
    ['Sagu', 6],
  ])
  await db.updateTable('products').set({ stock: 0 }).where('id', '=', sagu.id).execute()
  expect(await beside()).toEqual(['Putri', 'Keju'])
  await db.updateTable('products').set({ stock: 10 }).where('id', '=', sagu.id).execute()
  await db.updateTable('products').set({ stock: 0 }).where('id', '=', nastar.id).execute()
  expect(await beside()).toEqual(['Putri', 'Keju', 'Sagu'])
})
