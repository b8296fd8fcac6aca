import { hash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { openDb } from '../../platform/db/db.ts'
import { deleteProduct } from '../../products/change/delete-product.ts'
import { OutOfStock } from '../../products/errors.ts'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { relayTo } from '../../testing/relay.ts'
import { useEach } from '../../testing/use-each.ts'
import { addToCart } from './add-to-cart.ts'

const shop = useShop()
const ani = useEach(() => shop.customer())

test('a product has one line in a cart: adding it again increases the quantity', async () => {
  const chips = await shop.product({ name: 'Keripik Singkong', price: 12_500 })
  const first = await ani.addToCart(chips, 2)
  expect(first.status).toBe(201)
  const second = await ani.addToCart(chips, 3)
  expect(second.body.data).toEqual({
    id: first.body.data.id,
    quantity: 5,
    price: 62_500,
    product: {
      id: chips.id,
      name: 'Keripik Singkong',
      image: null,
      image_look: null,
      price: 12_500,
      single_price: 12_500,
      price_steps: [],
      compare_at_price: null,
      price_until: null,
      group_id: null,
      stock: 10,
      weight: 'KG_1',
      packaging: 'BAL',
    },
  })
  expect(await ani.cart()).toEqual([second.body.data])
})

test('a cart counts its lines and lists the oldest first, and its order has them in the same order', async () => {
  // Any other order of the lines, by id or by place in the table, would be the opposite one.
  const ids = [3, 2, 1].map((i) => `${i}0000000-0000-4000-8000-000000000000`)
  for (const id of ids) {
    await ani.addToCart(await shop.product({ id }), 1)
    await shop.advanceClock(minutes(1))
  }
  await ani.addToCart({ id: ids[0] ?? '' }, 1)
  for (const id of ids.toReversed()) {
    await shop.db.updateTable('cart_items').set({ id }).where('product_id', '=', id).execute()
  }
  const { body } = await ani.ask('GET', '/carts')
  expect(body).toMatchObject({ data: ids.map((id) => ({ product: { id } })), total_carts: 3 })
  const { body: placed } = await ani.placeOrder()
  expect(await ani.order(placed.data.order_id)).toMatchObject({ order_items: ids.map((id) => ({ product: { id } })) })
})

test('lines of the same moment are in order of id', async () => {
  for (let i = 0; i < 6; i += 1) await ani.addToCart(await shop.product(), 1)
  const lines = (await ani.cart()).map(({ id }) => id)
  expect(lines).toEqual(lines.toSorted())
})

test.each([0, -1, 1.5, '2', null, true, '', {}])('a quantity of %j is refused', async (quantity) => {
  const chips = await shop.product()
  const { body: line } = await ani.addToCart(chips, 1)
  const refusals = [
    await ani.ask('POST', '/carts', { body: { product_id: chips.id, quantity } }),
    await ani.ask('PUT', `/carts/${line.data.id}`, { body: { quantity } }),
  ]
  for (const { status, body } of refusals) {
    expect({ status, code: body.code, field: body.fields?.quantity }).toEqual({
      status: 400,
      code: 'VALIDATION',
      field: expect.any(String),
    })
  }
  expect(await ani.cart()).toMatchObject([{ quantity: 1 }])
})

test('a number that is too large for JavaScript is refused', async () => {
  const chips = await shop.product()
  const response = await fetch(`${shop.origin}/api/carts`, {
    method: 'POST',
    headers: { ...ani.headers, 'content-type': 'application/json' },
    body: `{"product_id":"${chips.id}","quantity":1e309}`,
  })
  expect(response.status).toBe(400)
})

test.each([11, 1_000_001, 2 ** 31, 2 ** 53, 1e300])('a quantity of %d is refused if ten are left', async (quantity) => {
  const chips = await shop.product({ name: 'Emping' })
  const { body: line } = await ani.addToCart(chips, 1)
  const refusals = [
    await ani.addToCart(chips, quantity),
    await ani.ask('PUT', `/carts/${line.data.id}`, { body: { quantity } }),
  ]
  for (const { status, body } of refusals) {
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: 'OUT_OF_STOCK',
        errors: 'Stok tidak mencukupi: Emping tinggal 10.',
        data: [{ product_id: chips.id, name: 'Emping', stock: 10 }],
      },
    })
  }
  expect(await ani.cart()).toMatchObject([{ quantity: 1 }])
})

test('a new connection, whose statement is planned with its values, refuses it as well', async () => {
  const chips = await shop.product()
  const fresh = openDb(shop.connection, { maxConnections: 1 })
  const now = new Date()
  try {
    for (const idempotency of [null, keyed('banyak')]) {
      const added = { product_id: chips.id, quantity: 2 ** 31, idempotency }
      await expect(addToCart(fresh.db, ani.id, added, now)).rejects.toThrow(OutOfStock)
    }
  } finally {
    await fresh.close()
  }
})

test('the whole remaining stock can be put into a cart', async () => {
  const chips = await shop.product({ stock: 3 })
  const { status, body } = await ani.addToCart(chips, 3)
  expect({ status, quantity: body.data.quantity }).toEqual({ status: 201, quantity: 3 })
  expect((await ani.ask('PUT', `/carts/${body.data.id}`, { body: { quantity: 3 } })).status).toBe(200)
})

test('a quantity that would exceed the stock together with the quantity in the cart is refused', async () => {
  const chips = await shop.product({ stock: 3 })
  await ani.addToCart(chips, 2)
  expect(await ani.addToCart(chips, 2)).toMatchObject({ status: 409, body: { code: 'OUT_OF_STOCK' } })
  expect(await ani.cart()).toMatchObject([{ quantity: 2 }])
  expect((await ani.addToCart(chips, 1)).body.data.quantity).toBe(3)
})

test('ten concurrent additions are all counted', async () => {
  const chips = await shop.product({ stock: 100 })
  const added = await Promise.all(Array.from({ length: 10 }, () => ani.addToCart(chips, 1)))
  expect(added.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect(await ani.cart()).toMatchObject([{ quantity: 10 }])
})

test('a quantity is changed and a line removed', async () => {
  const { body } = await ani.addToCart(await shop.product({ price: 1_000 }), 2)
  const line = `/carts/${body.data.id}`
  expect((await ani.ask('PUT', line, { body: { quantity: 7 } })).body.data).toMatchObject({ quantity: 7, price: 7_000 })
  expect(await ani.ask('DELETE', line)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
  expect(await ani.cart()).toEqual([])
  expect((await ani.ask('DELETE', line)).status).toBe(404)
})

test('an unknown and a malformed line are not found', async () => {
  for (const id of ['b7a0c0de-0000-4000-8000-000000000000', 'nol', '%00', "' or 1=1"]) {
    const path = `/carts/${encodeURIComponent(id)}`
    const replies = [await ani.ask('PUT', path, { body: { quantity: 1 } }), await ani.ask('DELETE', path)]
    expect(replies).toMatchObject(Array(2).fill({ status: 404, body: { code: 'NOT_FOUND' } }))
  }
})

const keyed = (key: string) => {
  const [keyHash, bodyHash] = [hash('sha256', key, 'buffer'), hash('sha256', 'isi', 'buffer')]
  return { route: 'POST /api/carts', keyHash, bodyHash }
}

/** Run `act` while another transaction has deleted a row and not committed yet. It commits when `act` waits for it. */
async function whileDeleted<Result>(table: 'products' | 'cart_items', id: string, act: () => Promise<Result>) {
  return inAnotherTransaction(shop.pool, async (other) => {
    await other.query(`delete from ${table} where id = $1`, [id])
    const acting = act()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    await other.query('commit')
    return acting
  })
}

test('a product that is deleted while it is added is not found', async () => {
  const chips = await shop.product()
  const added = await whileDeleted('products', chips.id, () => ani.addToCart(chips, 1))
  expect(added).toMatchObject({ status: 404, body: { errors: 'Produk tidak ditemukan' } })
})

test('a line that is removed while its quantity is changed is not found', async () => {
  const { body: line } = await ani.addToCart(await shop.product(), 1)
  const path = `/carts/${line.data.id}`
  const changed = await whileDeleted('cart_items', line.data.id, () => ani.ask('PUT', path, { body: { quantity: 2 } }))
  expect(changed).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('an unknown product, a malformed id and a product that is no longer sold are not found', async () => {
  const gone = await shop.product({ archived_at: shop.clock() })
  for (const id of [gone.id, 'b7a0c0de-0000-4000-8000-000000000000', 'nol', '\0']) {
    expect(await ani.addToCart({ id }, 1)).toMatchObject({ status: 404, body: { errors: 'Produk tidak ditemukan' } })
  }
})

test('the price that a client sends is ignored', async () => {
  const chips = await shop.product({ price: 25_000 })
  const body = { product_id: chips.id, quantity: 2, price: 1, user_id: 'x', id: 'x' }
  expect((await ani.ask('POST', '/carts', { body })).body.data).toMatchObject({ price: 50_000 })
})

test('the price of a line follows the price of the product', async () => {
  const chips = await shop.product({ price: 25_000 })
  await ani.addToCart(chips, 2)
  await shop.db.updateTable('products').set({ price: 30_000 }).where('id', '=', chips.id).execute()
  expect(await ani.cart()).toMatchObject([{ price: 60_000, product: { price: 30_000 } }])
})

test('a product leaves every cart when it is archived and when it is deleted', async () => {
  const [ordered, neverOrdered] = [await shop.product(), await shop.product()]
  await ani.addToCart(ordered, 1)
  await ani.placeOrder()
  const { body: line } = await ani.addToCart(ordered, 1)
  await ani.addToCart(neverOrdered, 1)
  const seller = await shop.admin()
  await deleteProduct(shop.db, seller, ordered.id, shop.clock())
  await deleteProduct(shop.db, seller, neverOrdered.id, shop.clock())
  expect(await ani.cart()).toEqual([])
  expect((await ani.ask('PUT', `/carts/${line.data.id}`, { body: { quantity: 2 } })).status).toBe(404)
  expect(await ani.placeOrder()).toMatchObject({ status: 400, body: { code: 'EMPTY_CART' } })
})

test('a line that exceeds the stock can be stepped down one by one, and never up', async () => {
  const chips = await shop.product({ name: 'Nastar' })
  const { body: line } = await ani.addToCart(chips, 5)
  await shop.setStock(chips, 2)
  const change = (quantity: number) => ani.ask('PUT', `/carts/${line.data.id}`, { body: { quantity } })
  for (const quantity of [4, 3]) {
    expect(await change(quantity)).toMatchObject({ status: 200, body: { data: { quantity } } })
    expect(await ani.cart()).toMatchObject([{ quantity }])
    for (const refused of [quantity, quantity + 1]) {
      expect(await change(refused)).toMatchObject({ status: 409, body: { code: 'OUT_OF_STOCK' } })
    }
    expect(await ani.placeOrder()).toMatchObject({ status: 409, body: { code: 'OUT_OF_STOCK' } })
  }
  expect((await change(2)).status).toBe(200)
  expect((await ani.placeOrder()).status).toBe(201)
})

test('a repeated request with the same key gets the first answer, also when the stock is too small for a second one', async () => {
  const chips = await shop.product({ stock: 10, image: 'a'.repeat(64) })
  const first = await ani.addToCart(chips, 6, 'tambah-6')
  expect(await ani.addToCart(chips, 6, 'tambah-6')).toMatchObject({ status: 201, body: first.body })
  await shop.setStock(chips, 0)
  const again = await Promise.all(Array.from({ length: 5 }, () => ani.addToCart(chips, 6, 'tambah-6')))
  const { data } = first.body
  const body = { ...first.body, data: { ...data, product: { ...data.product, stock: 0 } } }
  for (const answer of again) expect(answer).toMatchObject({ status: 201, body })
  expect(await ani.addToCart(chips, 7, 'tambah-6')).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  })
  expect(await ani.cart()).toMatchObject([{ quantity: 6 }])
})

test('ten simultaneous requests with the same key add once and get the same answer', async () => {
  const chips = await shop.product()
  const added = await Promise.all(Array.from({ length: 10 }, () => ani.addToCart(chips, 1, 'serentak')))
  expect(new Set(added.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(await ani.cart()).toMatchObject([{ quantity: 1 }])
})

test('a refused request leaves no key: it can be repeated when there is stock', async () => {
  const chips = await shop.product({ stock: 1 })
  expect((await ani.addToCart(chips, 2, 'nanti')).status).toBe(409)
  await shop.setStock(chips, 2)
  expect((await ani.addToCart(chips, 2, 'nanti')).status).toBe(201)
})

test('a repeated request gets the first quantity and price, also when the line was deleted and its product changed', async () => {
  const chips = await shop.product({ price: 20_000 })
  const first = await ani.addToCart(chips, 2, 'sekali')
  await ani.ask('DELETE', `/carts/${first.body.data.id}`)
  await shop.db.updateTable('products').set({ price: 30_000 }).where('id', '=', chips.id).execute()
  expect(await ani.addToCart(chips, 2, 'sekali')).toMatchObject({ status: 201, body: first.body })
  await shop.db.updateTable('products').set({ archived_at: shop.clock() }).where('id', '=', chips.id).execute()
  expect(await ani.addToCart(chips, 2, 'sekali')).toMatchObject({ status: 201, body: first.body })
  expect(await ani.cart()).toEqual([])
})

test('an addition is not repeated when the connection is lost, because its outcome is unknown', async () => {
  const chips = await shop.product()
  const buyers = await Promise.all(Array.from({ length: 3 }, () => shop.customer()))
  const relay = await relayTo(shop.connection)
  const away = openDb(relay.connection, { queryTimeoutMs: 1_000 })
  onTestFinished(() => away.close())
  await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('select from products where id = $1 for update', [chips.id])
    const added = { product_id: chips.id, quantity: 1, idempotency: null }
    const outcomes = Promise.allSettled(buyers.map(({ id }) => addToCart(away.db, id, added, new Date())))
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(buyers.length)
    relay.goSilent()
    await other.query('commit')
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringMatching(/^(Query read timeout|Connection terminated)/) },
      })
    }
    for (const buyer of buyers) expect(await buyer.cart()).toMatchObject([{ quantity: 1 }])
  })
})
