/** Quantity prices, from the product's form to the order. */
import type { AdminProduct } from '@camilan/contract/catalog'
import type { OrderDetail } from '@camilan/contract/orders'
import { expect, test } from 'vitest'
import { productForm } from '../testing/make-product.ts'
import { useShop } from '../testing/make-shop.ts'
import { useOpened } from '../testing/use-opened.ts'

const shop = useShop()
const ani = useOpened(() => shop.customer())
const admin = useOpened(() => shop.admin())

const steps = [
  { quantity: 3, price: 93_000 },
  { quantity: 6, price: 90_000 },
]

const write = (method: 'POST' | 'PUT', path: string, form: Record<string, string>) =>
  admin.ask<AdminProduct>(method, path, { form })

async function nastar(more: Record<string, string> = {}): Promise<AdminProduct> {
  const texts = { ...productForm, price: '98000', stock: '50', price_steps: JSON.stringify(steps), ...more }
  const { status, body } = await write('POST', '/admin/products', texts)
  expect(status).toBe(201)
  return body.data
}

/** What the cart, its costs and the order say of the same goods. */
async function bought() {
  const cart = await ani.cart()
  const costs = await ani.ask<{ items_total: number }>('GET', '/carts/costs')
  const placed = await ani.placeOrder()
  expect(placed.status).toBe(201)
  const order = await ani.order(placed.body.data.order_id)
  const unitPrices = order.order_items.map(({ product }) => product.price)
  expect(cart.map(({ product }) => product.price)).toEqual(unitPrices)
  expect(cart.map(({ price }) => price)).toEqual(order.order_items.map(({ price }) => price))
  expect(costs.body.data.items_total).toBe(order.order_items.reduce((sum, { price }) => sum + price, 0))
  return { order, unitPrices }
}

test.each([
  { quantity: 2, unit: 98_000 },
  { quantity: 3, unit: 93_000 },
  { quantity: 4, unit: 93_000 },
  { quantity: 5, unit: 93_000 },
  { quantity: 6, unit: 90_000 },
  { quantity: 7, unit: 90_000 },
])('each of $quantity costs $unit in the cart, its costs and the order', async ({ quantity, unit }) => {
  const product = await nastar()
  expect(product.price_steps).toEqual(steps)
  const added = await ani.addToCart(product, quantity, `tambah ${product.id}`)
  expect(added.body.data).toMatchObject({ price: unit * quantity, product: { price: unit, single_price: 98_000 } })
  expect((await ani.addToCart(product, quantity, `tambah ${product.id}`)).body.data).toEqual(added.body.data)
  expect((await bought()).unitPrices).toEqual([unit])
})

test('the sizes of a group count together, also in the answer to a changed line', async () => {
  const [jar, bale] = [await nastar(), await nastar({ name: 'Nastar besar', price: '180000', price_steps: '[]' })]
  await admin.ask('PUT', `/admin/products/${jar.id}/group`, { body: { product_ids: [bale.id] } })
  const { body } = await ani.addToCart(jar, 1)
  expect((await ani.addToCart(bale, 2)).body.data).toMatchObject({ product: { price: 180_000 } })
  const prices = (await ani.cart()).map(({ product }) => product.price)
  expect(prices.sort((a, b) => a - b)).toEqual([93_000, 180_000])
  const changed = await ani.ask('PUT', `/carts/${body.data.id}`, { body: { quantity: 4 } })
  expect(changed.body.data).toMatchObject({ price: 360_000, product: { price: 90_000 } })
  expect((await bought()).unitPrices.sort((a, b) => a - b)).toEqual([90_000, 180_000])
})

test('the price of a line is frozen when it is ordered: taking out never prices the rest anew', async () => {
  await ani.addToCart(await nastar(), 3)
  const { order } = await bought()
  await shop.sandbox.pay(order.id)
  await shop.sandbox.webhookStatuses(order.id)
  const [item] = order.order_items
  const body = { items: [{ product_id: item?.product.id, quantity: 2 }] }
  const lowered = await admin.ask<OrderDetail>('POST', `/admin/orders/${order.id}/lower`, { body })
  expect(lowered.body.data).toMatchObject({
    order_items: [{ product: { price: 93_000 } }],
    refunds: [{ amount: 93_000 }],
  })
})

test.each([
  ['not rising', [steps[1], steps[0]]],
  ['a dearer one', [steps[0], { quantity: 6, price: 94_000 }]],
  ['as dear as one', [{ quantity: 3, price: 98_000 }]],
  ['of one piece', [{ quantity: 1, price: 90_000 }]],
  ['no list', 'tiga'],
])('steps are refused: %s', async (_, refused) => {
  const product = await nastar()
  const answer = await write('PUT', `/admin/products/${product.id}`, { price_steps: JSON.stringify(refused) })
  expect(answer).toMatchObject({ status: 400, body: { fields: { price_steps: expect.anything() } } })
})

test('a price below a step is refused until the steps fit, and empty steps end them', async () => {
  const product = await nastar()
  const path = `/admin/products/${product.id}`
  expect(await write('PUT', path, { price: '93000' })).toMatchObject({ status: 400 })
  expect((await write('PUT', path, { price: '93000', price_steps: '[]' })).body.data.price_steps).toEqual([])
})
