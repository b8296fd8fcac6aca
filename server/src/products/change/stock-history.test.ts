import { expect, test } from 'vitest'
import { transact } from '../../platform/db/transact.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeAdmin, makeUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { writeOrder } from '../../testing/write-order.ts'
import { returnStock, stockMove, takenStock } from '../stock.ts'
import { changeProduct } from './change-product.ts'
import { readStockHistory } from './stock-history.ts'

const shop = useTestDb()

const sari = useOpened(() => makeAdmin(shop.db, { name: 'Bu Sari' }))

const read = (id: string, page = 1, limit = 10) => readStockHistory(shop.db, id, { page, limit })

test('sales, returns and counts of a product are in one list, the newest first, with the remaining stock', async () => {
  const product = await makeProduct(shop.db, { stock: 10 })
  const { id: userId } = await makeUser(shop.db)
  const lines = [{ productId: product.id, quantity: 4, batchId: null }]
  const order = await writeOrder(shop.db, { userId, lines: [{ product, quantity: 4 }] })
  await transact(shop.db, (tx) => stockMove(takenStock(order, lines)).execute(tx))
  await changeProduct(shop.db, sari, { id: product.id, form: { stock: 20 }, image: undefined }, new Date())
  await changeProduct(shop.db, sari, { id: product.id, form: { price: 1_000 }, image: undefined }, new Date())
  await transact(shop.db, (tx) => returnStock(tx, order, lines))
  const { rows, total } = await read(product.id)
  expect(total).toBe(3)
  expect(rows).toMatchObject([
    { kind: 'returned', quantity: 4, stock: 24, order_id: order, actor_name: null },
    { kind: 'counted', quantity: 14, stock: 20, order_id: null, actor_name: 'Bu Sari' },
    { kind: 'sold', quantity: -4, stock: 6, order_id: order, actor_name: null },
  ])
  expect((await read(product.id, 2, 2)).rows).toMatchObject([{ kind: 'sold' }])
})

test('a product without changes of its stock has an empty history, and an unknown one is not found', async () => {
  const { id } = await makeProduct(shop.db)
  expect(await read(id)).toEqual({ rows: [], total: 0 })
  await expect(read(crypto.randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
