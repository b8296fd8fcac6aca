/** Prices of buyers with a tag, from the list to the order; and that nobody else meets them. */
import type { AdminBatch } from '@camilan/contract/batches'
import type { Cart } from '@camilan/contract/cart'
import type { CartCosts } from '@camilan/contract/checkout'
import { addDays } from '@camilan/contract/days'
import { jakartaDay } from '@camilan/contract/jakarta'
import type { OrderDetail } from '@camilan/contract/orders'
import type { AdminPriceList, OwnPrices } from '@camilan/contract/price-lists'
import { expect, test } from 'vitest'
import { useShop } from '../testing/make-shop.ts'
import { makeAdmin } from '../testing/make-user.ts'
import { type Customer, clientOf } from '../testing/shop-client.ts'
import { useEach } from '../testing/use-each.ts'

const shop = useShop()
const sari = useEach(async () => clientOf(await makeAdmin(shop.db), shop.origin))
const ani = useEach(() => shop.customer())
const jar = useEach(async () => {
  await shop.pool.query('truncate price_lists, customer_notes cascade')
  return shop.product({ price: 50_000, stock: 1_000 })
})

async function list(form: object): Promise<AdminPriceList> {
  const body = { name: 'Reseller', tag: 'Reseller', ...form }
  const made = await sari.ask<AdminPriceList>('POST', '/admin/price-lists', { body })
  expect(made.status).toBe(201)
  return made.body.data
}
/** A buyer whom the seller has given the tag. */
async function reseller(phone = '081200000077'): Promise<Customer> {
  const buyer = await shop.customer({ phone })
  await shop.db
    .insertInto('customer_notes')
    .values({ user_id: buyer.id, tags: ['reseller'] })
    .execute()
  return buyer
}
const cartOf = async (buyer: Customer) => (await buyer.ask<Cart['data']>('GET', '/carts')).body.data
const ownPrices = async (buyer: Customer) =>
  (await buyer.ask<OwnPrices>('GET', '/users/me/prices')).body.data.filter(({ product_id }) => product_id === jar.id)

test('her price stands in her prices, cart, costs and order alike, and another buyer pays what everybody pays', async () => {
  await list({ percent: 10 })
  const rina = await reseller()
  expect(await ownPrices(rina)).toEqual([{ product_id: jar.id, least_quantity: 1, price: 45_000 }])
  expect(await ownPrices(ani)).toEqual([])
  for (const { by, price, mark } of [
    { by: rina, price: 45_000, mark: true },
    { by: ani, price: 50_000, mark: undefined },
  ]) {
    const added = await by.addToCart(jar, 2)
    expect(added.body.data).toMatchObject({ price: 2 * price, product: { price } })
    const [line] = await cartOf(by)
    expect(line).toMatchObject({ price: 2 * price, product: { price, single_price: 50_000 } })
    expect(line?.product.is_own_price).toBe(mark)
    const { items_total, ways } = (await by.ask<CartCosts>('GET', '/carts/costs?city=Depok')).body.data
    expect([items_total, ways[0]?.total_price]).toEqual([2 * price, 2 * price + 6_000])
    const { order_id } = (await by.placeOrder({ expected_total: 2 * price + 6_000 })).body.data
    expect(await by.order(order_id)).toMatchObject({ order_items: [{ product: { price }, price: 2 * price }] })
  }
})

test('what is public holds the public price, with her token too, and her prices are kept by no cache', async () => {
  await list({ percent: 10 })
  const rina = await reseller()
  for (const path of [`/products/${jar.id}`, '/products?limit=100', `/products/${jar.id}/similar`]) {
    const [hers, anis] = [await rina.ask('GET', path), await ani.ask('GET', path)]
    expect([hers.status, JSON.stringify(hers.body)]).toEqual([200, JSON.stringify(anis.body)])
    expect(JSON.stringify(hers.body)).not.toContain('45000')
  }
  const authorization = `Bearer ${rina.token}`
  const page = await fetch(`${shop.origin}/products/${jar.id}`, { headers: { authorization } })
  expect(await page.text()).not.toMatch(/45[.]?000/)
  const prices = await fetch(`${shop.origin}/api/users/me/prices`, { headers: { authorization } })
  expect(prices.headers.get('cache-control')).toContain('no-store')
})

test.each([
  { quantity: 2, price: 50_000 },
  { quantity: 3, price: 40_000 },
  { quantity: 4, price: 40_000 },
])('a price of her own counts from its least quantity on: $quantity', async ({ quantity, price }) => {
  await list({ percent: 5, least_quantity: 3, products: [{ product_id: jar.id, price: 40_000 }] })
  const rina = await reseller()
  await rina.addToCart(jar, 1)
  const [line] = await cartOf(rina)
  const changed = await rina.ask('PUT', `/carts/${line?.id}`, { body: { quantity } })
  expect(changed.body.data).toMatchObject({ price: quantity * price, product: { price } })
})

test.each([
  { why: 'the lower of her price and the price by quantity', own: 47_000, step: 45_000, paid: 45_000 },
  { why: 'never both of them', own: 45_000, step: 47_000, paid: 45_000 },
  { why: 'no price above that of everybody', own: 60_000, step: null, paid: 50_000 },
])('she pays $why', async ({ own, step, paid }) => {
  await list({ products: [{ product_id: jar.id, price: own }] })
  if (step) await shop.pool.query('update products set price_steps = $1 where id = $2', [`2x${step}`, jar.id])
  const rina = await reseller()
  await rina.addToCart(jar, 2)
  const { order_id } = (await rina.placeOrder()).body.data
  expect(await rina.order(order_id)).toMatchObject({ order_items: [{ price: 2 * paid }] })
})

test('an order that the seller enters for her phone number has her price, and that of a stranger has not', async () => {
  await list({ percent: 10 })
  await reseller('0812-0000-0077')
  const enter = async (phone: string) => {
    const body = { name: 'Bu Rina', phone, items: [{ product_id: jar.id, quantity: 1 }] }
    const { order_id } = (await sari.ask<{ order_id: string }>('POST', '/admin/orders', { body })).body.data
    return (await sari.ask<OrderDetail>('GET', `/admin/orders/${order_id}`)).body.data.order_items[0]?.price
  }
  expect(await enter('+62 812 0000 0077')).toBe(45_000)
  expect(await enter('081200000078')).toBe(50_000)
})

test('all pieces of a product that are ordered together count, of the stock and of a batch, and only these', async () => {
  await list({ least_quantity: 4, products: [{ product_id: jar.id, price: 40_000 }] })
  const cookies = await shop.product({ price: 50_000, stock: 10, price_steps: '4x40000' })
  const [made_on, order_until] = [5, 3].map((count) => addDays(jakartaDay(shop.clock()), count))
  const products = [jar, cookies].map(({ id: product_id }) => ({ product_id, quota: 10 }))
  const batch = { name: 'PO', order_until, made_on, handed_over_on: made_on, products }
  const { id: batch_id } = (await sari.ask<AdminBatch>('POST', '/admin/batches', { body: batch })).body.data
  const rina = await reseller()
  const paid = async (part: string) =>
    (await rina.ask<CartCosts>('GET', `/carts/costs${part && `?cart_part=${part}`}`)).body.data.items_total
  for (const { id: product_id } of [jar, cookies]) {
    const inBatch = await rina.ask('POST', '/carts', { body: { product_id, batch_id, quantity: 1 } })
    expect(inBatch.body.data).toMatchObject({ price: 50_000 })
    const added = await rina.ask<Cart['data'][number]>('POST', '/carts', { body: { product_id, quantity: 1 } })
    const changed = await rina.ask('PUT', `/carts/${added.body.data.id}`, { body: { quantity: 3 } })
    expect(changed.body.data).toMatchObject({ price: 120_000 })
  }
  expect((await cartOf(rina)).map(({ price, quantity }) => price / quantity)).toEqual([40_000, 40_000, 40_000, 40_000])
  expect([await paid(''), await paid('stock'), await paid(batch_id)]).toEqual([320_000, 300_000, 100_000])
  const placed = await rina.placeOrder({ cart_part: 'stock', expected_total: 306_000 })
  expect(placed.status).toBe(201)
  expect((await cartOf(rina)).map(({ price }) => price)).toEqual([50_000, 50_000])
  for (const product of [jar, cookies]) await rina.addToCart(product, 3)
  expect((await rina.placeOrder({ expected_total: 326_000 })).status).toBe(201)
})

test('a quantity above every number of pieces is out of stock, also for a phone number', async () => {
  await list({ percent: 10 })
  const items = [{ product_id: jar.id, quantity: 3_000_000_000 }]
  const refused = await sari.ask('POST', '/admin/orders', { body: { name: 'Bu Rina', phone: '081200000078', items } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'OUT_OF_STOCK' } })
})

test('a product that a list names twice, in capitals too, has its last price', async () => {
  const products = [jar.id, jar.id.toUpperCase()].map((product_id, at) => ({ product_id, price: 30_000 + at }))
  expect((await list({ products })).products).toEqual([{ product_id: jar.id, price: 30_001 }])
})

test('an account has no price by a phone number alone, which nobody has confirmed', async () => {
  await list({ percent: 10 })
  await reseller('081200000077')
  const other = await shop.customer({ phone: '081200000077' })
  expect(await ownPrices(other)).toEqual([])
  await other.addToCart(jar, 1)
  expect(await cartOf(other)).toMatchObject([{ price: 50_000 }])
})

test.each([
  { form: { percent: 100 }, field: 'percent' },
  { form: {}, field: 'percent' },
  { form: { percent: 10, tag: ' ' }, field: 'tag' },
  { form: { products: [{ product_id: crypto.randomUUID(), price: 1_000 }] }, field: 'products' },
])('a list is refused by its field: $form', async ({ form, field }) => {
  const refused = await sari.ask('POST', '/admin/price-lists', { body: { name: 'R', tag: 'r', ...form } })
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]])
})

test('a list is changed and removed, and orders keep their prices', async () => {
  const { id } = await list({ percent: 10 })
  const rina = await reseller()
  await rina.addToCart(jar, 1)
  const { order_id } = (await rina.placeOrder()).body.data
  await sari.ask('PUT', `/admin/price-lists/${id}`, { body: { name: 'Grosir', tag: 'RESELLER', percent: 20 } })
  expect(await ownPrices(rina)).toMatchObject([{ price: 40_000 }])
  const [shown] = (await sari.ask<AdminPriceList[]>('GET', '/admin/price-lists')).body.data
  expect(shown).toMatchObject({ name: 'Grosir', percent: 20, customers: 1, products: [] })
  expect((await sari.ask('DELETE', `/admin/price-lists/${id}`)).status).toBe(200)
  expect((await sari.ask('DELETE', `/admin/price-lists/${id}`)).status).toBe(404)
  expect(await ownPrices(rina)).toEqual([])
  expect(await rina.order(order_id)).toMatchObject({ order_items: [{ price: 45_000 }] })
})
