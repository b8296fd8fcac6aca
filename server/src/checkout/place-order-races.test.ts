import { expect, test } from 'vitest'
import { inAnotherTransaction, queriesWaiting } from '../testing/locks.ts'
import { useShop } from '../testing/make-shop.ts'
import { tally, times } from '../testing/many-at-once.ts'

const shop = useShop({ environment: { MAX_UNPAID_ORDERS: '5' } })

test('200 buyers at once for 50 jars place 50 orders, and the others are refused with OUT_OF_STOCK', async () => {
  const jar = await shop.product({ stock: 50 })
  const buyers = await times(200, () => shop.customer())
  for (const buyer of buyers) expect((await buyer.addToCart(jar, 1)).status).toBe(201)
  expect(tally(await Promise.all(buyers.map((buyer) => buyer.placeOrder())))).toEqual({
    '201': 50,
    '409 OUT_OF_STOCK': 150,
  })
  expect(await shop.stockOf(jar)).toBe(0)
})

test('ordering one cart twenty times at once places one order', async () => {
  const ani = await shop.customer()
  const jar = await shop.product()
  await ani.addToCart(jar, 1)
  expect(tally(await times(20, () => ani.placeOrder()))).toEqual({ '201': 1, '400 EMPTY_CART': 19 })
  expect(await shop.stockOf(jar)).toBe(9)
})

test('twenty requests at once with the same idempotency key place one order and get the same answer', async () => {
  const ani = await shop.customer()
  const jar = await shop.product()
  await ani.addToCart(jar, 1)
  const replies = await times(20, () => ani.placeOrder({}, 'sekali'))
  expect(tally(replies)).toEqual({ '201': 20 })
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect((await ani.orders()).data).toHaveLength(1)
})

test('a buyer with four unpaid orders of five gets only one more from simultaneous requests', async () => {
  const ani = await shop.customer()
  const order = async (jar: { id: string }) => {
    await ani.addToCart(jar, 1)
    return ani.placeOrder()
  }
  for (let i = 0; i < 4; i += 1) expect((await order(await shop.product())).status).toBe(201)
  const jars = await times(6, () => shop.product())
  const replies = await Promise.all(jars.map(order))
  expect(tally(replies)['201']).toBe(1)
  const orders = (await ani.orders()).data
  expect(orders).toHaveLength(5)
  const ordered = orders.flatMap(({ order_items }) => order_items)
  expect(ordered.length + (await ani.cart()).length).toBe(10)
})

test('an order whose product is being deleted is refused, without a deadlock', async () => {
  const ani = await shop.customer()
  const jar = await shop.product()
  await ani.addToCart(jar, 1)
  await inAnotherTransaction(shop.pool, async (deletion) => {
    await deletion.query('select from products where id = $1 for update', [jar.id])
    const placing = ani.placeOrder()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    await deletion.query('delete from products where id = $1', [jar.id])
    await deletion.query('commit')
    expect(await placing).toMatchObject({ status: 400, body: { code: 'EMPTY_CART' } })
  })
})

test('stock that an administrator removes while orders are placed is not sold', async () => {
  const jar = await shop.product({ stock: 10 })
  const buyers = await times(5, () => shop.customer())
  for (const buyer of buyers) await buyer.addToCart(jar, 1)
  await inAnotherTransaction(shop.pool, async (lowering) => {
    await lowering.query('update products set stock = 2 where id = $1', [jar.id])
    const placing = Promise.all(buyers.map((buyer) => buyer.placeOrder()))
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(5)
    await lowering.query('commit')
    expect(tally(await placing)).toEqual({ '201': 2, '409 OUT_OF_STOCK': 3 })
  })
  expect(await shop.stockOf(jar)).toBe(0)
})
