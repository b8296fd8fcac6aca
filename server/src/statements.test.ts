/** The number of statements that a request sends. Each takes time in both processes, and locks are held meanwhile. */
import { expect, test } from 'vitest'
import { useShop } from './testing/make-shop.ts'
import { isOfRequest, statementsOf } from './testing/statements.ts'

const shop = useShop({ environment: { NEW_BUYER_LARGE_ORDER_MINUTES: '60' } })

/** The number includes the session, which is read again after a body, `begin` and `commit`. */
async function count(ask: () => Promise<{ status: number }>): Promise<number> {
  const texts = await statementsOf(async () => expect((await ask()).status).toBeLessThan(300))
  return texts.filter(isOfRequest).length
}

test('a request sends no more statements than the recorded number', async () => {
  const [ani, chips] = [await shop.customer(), await shop.product({ stock: 100 })]
  expect({
    'add to cart': await count(() => ani.addToCart(chips, 1)),
    'place order': await count(() => ani.placeOrder()),
    'add to cart, with a key': await count(() => ani.addToCart(chips, 1, 'tambah')),
    'place order, with a key': await count(() => ani.placeOrder({}, 'pesan')),
    'my cart': await count(() => ani.ask('GET', '/carts')),
    'my orders': await count(() => ani.ask('GET', '/orders/me?status=DIPROSES')),
  }).toEqual({
    'add to cart': 2,
    'place order': 9,
    'add to cart, with a key': 2,
    'place order, with a key': 9,
    'my cart': 2,
    'my orders': 2,
  })
})

test('the dashboard of an administrator sends no more than the recorded number', async () => {
  const ani = await shop.admin()
  expect({
    dashboard: await count(() => ani.ask('GET', '/admin/dashboard')),
    'what a new shop still needs': await count(() => ani.ask('GET', '/admin/setup')),
  }).toEqual({ dashboard: 11, 'what a new shop still needs': 2 })
})

test('a webhook that pays an order sends no more than the recorded number', async () => {
  const ani = await shop.customer()
  const id = await ani.buy(await shop.product())
  await shop.sandbox.charge(id)
  await shop.sandbox.webhookStatuses(id)
  const texts = await statementsOf(async () => {
    await shop.sandbox.pay(id)
    expect(await shop.sandbox.webhookStatuses(id)).toEqual([200, 200])
  })
  expect(texts.filter(isOfRequest)).toHaveLength(6)
})
