import { expect, test, vi } from 'vitest'
import { newOrderId } from '../orders/change/order-id.ts'
import { useShop } from '../testing/make-shop.ts'

vi.mock('../orders/change/order-id.ts', { spy: true })

const shop = useShop()

test('an order whose id is already taken is placed with a new id, and the other order stays as it was', async () => {
  const [ani, budi, chips] = [await shop.customer(), await shop.customer(), await shop.product({ stock: 5 })]
  const taken = await ani.buy(chips)
  const before = await ani.order(taken)
  vi.mocked(newOrderId).mockReturnValueOnce(taken).mockReturnValueOnce(taken)
  await budi.addToCart(chips, 2)
  const placed = await budi.placeOrder({}, 'kunci')
  expect(placed.status).toBe(201)
  expect(placed.body.data.order_id).not.toBe(taken)
  expect(await budi.placeOrder({}, 'kunci')).toMatchObject({ status: 201, body: placed.body })
  expect(await ani.order(taken)).toEqual(before)
  expect(await budi.order(placed.body.data.order_id)).toMatchObject({ order_items: [{ quantity: 2 }] })
  expect(await shop.stockOf(chips)).toBe(2)
})
