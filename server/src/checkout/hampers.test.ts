/** Orders of hampers: they take and return the stock of their parts, which share their price. */

import type { PaymentTime } from '@camilan/contract/checkout'
import type { AdminVoucher } from '@camilan/contract/discounts'
import type { OrderDetail } from '@camilan/contract/orders'
import { partSentences, partsText } from '@camilan/contract/product-parts'
import type { Production } from '@camilan/contract/production'
import type { Report } from '@camilan/contract/reports'
import { expect, test } from 'vitest'
import { countSold } from '../office/reports/count-sold.ts'
import { later, minutes } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import { tally, times } from '../testing/many-at-once.ts'
import type { Customer } from '../testing/shop-client.ts'
import { useEach } from '../testing/use-each.ts'
import { useOpened } from '../testing/use-opened.ts'

const shop = useShop({ environment: { NEW_BUYER_LARGE_ORDER_MINUTES: '60' } })
const admin = useOpened(() => shop.admin())
const ani = useEach(() => shop.customer())
const nastar = useEach(() => shop.product({ name: 'Nastar', price: 60_000, stock: 10, cost_price: 20_000 }))
const kastengel = useEach(() => shop.product({ name: 'Kastengel', price: 40_000, stock: 10, cost_price: 30_000 }))

type Contained = [product: { id: string }, quantity: number]
const hamper = (contents: Contained[], overrides: Parameters<typeof shop.product>[0] = {}) =>
  shop.product({
    ...{ name: 'Hampers Lebaran', price: 150_001, stock: 0 },
    ...overrides,
    parts: partsText(contents.map(([{ id: product_id }, quantity]) => ({ product_id, quantity }))),
  })
/** Two Nastar of 60.000 and one Kastengel of 40.000, together 150.001. */
const both = () => hamper([[nastar, 2], [kastengel, 1]]) // biome-ignore format: pairs
const shownStock = async ({ id }: { id: string }) =>
  (await shop.ask<{ stock: number }>('GET', `/products/${id}`)).body.data.stock
const movements = (orderId: string) =>
  shop.db
    .selectFrom('stock_movements')
    .select(['product_id', 'quantity', 'order_id'])
    .where('order_id', '=', orderId)
    .execute()
const pay = async (id: string) => {
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
  return id
}
const stocks = async () => [await shop.stockOf(nastar), await shop.stockOf(kastengel)]

async function orderOf(buyer: Customer, lines: readonly Contained[]) {
  for (const [product, quantity] of lines) {
    expect((await buyer.addToCart(product, quantity)).status).toBe(201)
    await shop.advanceClock(1_000)
  }
  return buyer.placeOrder()
}

test('T92, T93: of many carts with hampers and single parts at once for the last part, one order is placed', async () => {
  for (let round = 0; round < 3; round += 1) {
    const last = await shop.product({ name: 'Terakhir', stock: 1 })
    const first = await hamper(
      [
        [last, 1],
        [nastar, 1],
      ],
      { name: 'Satu' },
    )
    const second = await hamper(
      [
        [kastengel, 1],
        [last, 1],
      ],
      { name: 'Dua' },
    )
    const buyers = await times(18, () => shop.customer())
    for (const [index, buyer] of buyers.entries()) await buyer.addToCart([first, second, last][index % 3] ?? last, 1)
    expect(tally(await Promise.all(buyers.map((buyer) => buyer.placeOrder())))).toEqual({
      '201': 1,
      '409 OUT_OF_STOCK': 17,
    })
    expect(await shop.stockOf(last)).toBe(0)
  }
})

test('T92: a part in two hampers and bought singly counts together, with one stock movement, and the refusal names it', async () => {
  const [large, small] = [await both(), await hamper([[nastar, 1]], { name: 'Hampers Mini' })]
  const refused = await orderOf(ani, [
    [large, 4],
    [small, 1],
    [nastar, 2],
  ])
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'OUT_OF_STOCK',
      errors: 'Stok tidak mencukupi: Nastar (isi Hampers Lebaran, Hampers Mini) tinggal 10.',
      data: [{ product_id: nastar.id, name: 'Nastar', stock: 10 }],
    },
  })
  await ani.ask('PUT', `/carts/${(await ani.cart()).find(({ product }) => product.id === nastar.id)?.id}`, {
    body: { quantity: 1 },
  })
  const { order_id } = (await ani.placeOrder()).body.data
  expect(await stocks()).toEqual([0, 6])
  expect((await movements(order_id)).map(({ product_id, quantity }) => [product_id, quantity]).sort()).toEqual(
    [
      [nastar.id, -10],
      [kastengel.id, -4],
    ].sort(),
  )
  expect(await shownStock(large)).toBe(0)
})

test('T94, T95: its stock on the wire is the least of its parts after all holds, and 0 where a part was deleted', async () => {
  const product = await both()
  expect(await shownStock(product)).toBe(5)
  const order = await ani.buy(nastar, 3)
  await expect.poll(() => shownStock(product)).toBe(3)
  await ani.setStatus(order, 'DIBATALKAN')
  await expect.poll(() => shownStock(product)).toBe(5)
  await admin.ask('PUT', `/admin/products/${kastengel.id}`, { form: { is_visible: 'false' } })
  expect((await orderOf(ani, [[product, 1]])).status).toBe(201)
  await admin.ask('DELETE', `/admin/products/${kastengel.id}`)
  await expect.poll(() => shownStock(product)).toBe(0)
  expect(await orderOf(await shop.customer(), [])).toMatchObject({ status: 400 })
})

test('a part that is deleted while a hamper is in a cart refuses the order', async () => {
  const product = await both()
  await ani.addToCart(product, 1)
  await admin.ask('DELETE', `/admin/products/${kastengel.id}`)
  expect(await ani.placeOrder()).toMatchObject({
    body: { code: 'OUT_OF_STOCK', errors: 'Stok tidak mencukupi: Hampers Lebaran sudah habis.' },
  })
})

test('T96, T97: the order keeps parts and whole shares of the price, also when the hamper is changed later', async () => {
  const product = await both()
  const id = (
    await orderOf(ani, [
      [product, 2],
      [nastar, 1],
    ])
  ).body.data.order_id
  const parts = [
    { product_id: nastar.id, name: 'Nastar', quantity: 2, price: 112_501, discount: 0 },
    { product_id: kastengel.id, name: 'Kastengel', quantity: 1, price: 37_500, discount: 0 },
  ]
  const shown = async () => (await ani.order(id)).order_items.map((item) => item.parts)
  expect(await shown()).toMatchObject([parts, null])
  const form = { parts: JSON.stringify([{ product_id: kastengel.id, quantity: 9 }]), version: '' }
  expect((await admin.ask('PUT', `/admin/products/${product.id}`, { form })).status).toBe(200)
  expect(await shown()).toMatchObject([parts, null])
  await ani.setStatus(id, 'DIBATALKAN')
  expect(await stocks()).toEqual([10, 10])
})

test('the shares follow what the parts cost singly at that moment, with planned prices that stay', async () => {
  const body = { items: [{ id: kastengel.id, form: { price: '80000' } }], from: later(shop.clock(), 1).toISOString() }
  expect((await admin.ask('POST', '/admin/products/changes', { body })).status).toBe(200)
  await shop.advanceClock(1)
  const { order_id } = (await orderOf(ani, [[await both(), 1]])).body.data
  expect((await ani.order(order_id)).order_items[0]?.parts?.map(({ price }) => price)).toEqual([90_001, 60_000])
})

test('T96: units that are taken out, and the cancellation after it, return the parts once', async () => {
  const product = await both()
  const id = await pay(
    (
      await orderOf(ani, [
        [product, 3],
        [nastar, 2],
      ])
    ).body.data.order_id,
  )
  expect(await stocks()).toEqual([2, 7])
  const lower = () =>
    admin.ask<OrderDetail>('POST', `/admin/orders/${id}/lower`, {
      body: {
        items: [
          { product_id: product.id, quantity: 1 },
          { product_id: nastar.id, quantity: 1 },
        ],
      },
    })
  for (let call = 0; call < 2; call += 1) expect((await lower()).status).toBe(200)
  expect(await stocks()).toEqual([7, 9])
  expect((await lower()).body.data.balance).toMatchObject({ due: 2 * 150_001 + 60_000 })
  await admin.ask('POST', `/admin/orders/${id}/cancel`, { body: {} })
  expect(await stocks()).toEqual([10, 10])
})

test('an order of a chat takes the parts, and its expiry returns them once', async () => {
  const product = await both()
  const body = { items: [{ product_id: product.id, quantity: 2 }], name: 'Budi', at_stall: true }
  const entered = await admin.ask<{ order: OrderDetail }>('POST', '/admin/orders', { body })
  expect(entered).toMatchObject({ status: 201 })
  expect(await stocks()).toEqual([6, 8])
  await shop.advanceClock(10 * 86_400_000)
  for (let call = 0; call < 2; call += 1) await shop.reconcile()
  expect(await stocks()).toEqual([10, 10])
})

test('a hamper that has become an ordinary product, and the reverse, return what their orders took', async () => {
  const product = await both()
  const box = await shop.product({ name: 'Kotak', stock: 5 })
  const orders = [await ani.buy(product, 2), await ani.buy(box, 2)]
  const change = async (id: string, parts: object[], more: object = {}) => {
    const form = { parts: JSON.stringify(parts), ...more }
    expect((await admin.ask('PUT', `/admin/products/${id}`, { form })).status).toBe(200)
  }
  await change(product.id, [], { stock: '0' })
  await change(box.id, [{ product_id: kastengel.id, quantity: 1 }])
  for (const id of orders) expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(200)
  expect(await stocks()).toEqual([10, 10])
  expect(await shop.stockOf(box)).toBe(5)
})

test('margin, production and best sellers go by part, and the report’s sums stay', async () => {
  const product = await both()
  await pay(
    (
      await orderOf(ani, [
        [product, 2],
        [kastengel, 1],
      ])
    ).body.data.order_id,
  )
  const report = (await admin.ask<Report>('GET', '/admin/report?period=this_month')).body.data
  const of = (id: string) => report.products.find((row) => row.id === id)?.now
  expect(of(nastar.id)).toEqual({ pieces: 4, goods: 225_002, margin: 145_002, goods_without_cost: 0 })
  expect(of(kastengel.id)).toEqual({ pieces: 3, goods: 115_000, margin: 25_000, goods_without_cost: 0 })
  expect(of(product.id)).toBeUndefined()
  const lines = async () =>
    (await admin.ask<Production>('GET', '/admin/production')).body.data.flatMap((day) => day.lines)
  const line = async (id: string) => (await lines()).find(({ product_id }) => product_id === id)
  expect(await line(nastar.id)).toMatchObject({ quantity: 4, made: 0 })
  const good = { product_id: kastengel.id, weight: kastengel.weight, packaging: kastengel.packaging, day: null }
  for (const made of [2, 3, 1]) {
    await admin.ask('PUT', '/admin/production/made', { body: { ...good, made } })
    expect(await line(kastengel.id)).toMatchObject({ quantity: 3, made: made === 1 ? 0 : made })
  }
  await countSold(shop.db, shop.clock())
  const sold = shop.db.selectFrom('products').select('sold_count').where('id', '=', nastar.id)
  expect((await sold.executeTakeFirstOrThrow()).sold_count).toBe(4)
})

test('T98: a discount of the hamper’s category counts for it once, and its parts share it', async () => {
  const product = await hamper(
    [
      [nastar, 1],
      [kastengel, 1],
    ],
    { category: 'KUE_KERING', price: 100_000 },
  )
  const form = { code: 'LEBARAN', kind: 'percent', amount: 10, category: 'KUE_KERING' }
  expect((await admin.ask<AdminVoucher>('POST', '/admin/vouchers', { body: form })).status).toBe(201)
  await ani.addToCart(product, 1)
  await shop.advanceClock(1_000)
  await ani.addToCart(nastar, 1)
  const id = (await ani.placeOrder({ voucher_code: 'LEBARAN' })).body.data.order_id
  const { order_items } = await ani.order(id)
  expect(order_items.map(({ discount }) => discount)).toEqual([10_000, 0])
  expect(order_items[0]?.parts).toMatchObject([{ discount: 6_000 }, { discount: 4_000 }])
})

test('a change of parts is refused where a hamper would contain a hamper, and stock of its own is refused', async () => {
  const product = await both()
  const put = (id: string, form: Record<string, string>) => admin.ask('PUT', `/admin/products/${id}`, { form })
  const parts = (...of: { id: string }[]) => JSON.stringify(of.map(({ id }) => ({ product_id: id, quantity: 1 })))
  expect((await put(product.id, { parts: parts(product) })).body.fields).toEqual({ parts: partSentences.nested })
  const other = await hamper([[kastengel, 1]])
  expect((await put(other.id, { parts: parts(product) })).body.fields).toEqual({ parts: partSentences.nested })
  expect((await put(nastar.id, { parts: parts(kastengel) })).body.fields).toEqual({ parts: partSentences.used })
  const unknown = parts({ id: crypto.randomUUID() })
  expect((await put(other.id, { parts: unknown })).body.fields).toEqual({ parts: partSentences.unknown })
  expect((await put(other.id, { parts: parts(nastar, nastar) })).body.fields).toEqual({ parts: partSentences.twice })
  for (const text of ['x', '{}', '[{"product_id":1}]']) expect((await put(other.id, { parts: text })).status).toBe(400)
  const fields = { stock: '3', stock_change: '2' }
  for (const [name, value] of Object.entries(fields)) {
    expect(await put(product.id, { [name]: value })).toMatchObject({
      status: 400,
      body: { fields: { [name]: partSentences.stock } },
    })
  }
  const items = [{ id: product.id, form: { stock: '3' } }]
  expect(await admin.ask('POST', '/admin/products/changes', { body: { items } })).toMatchObject({ status: 400 })
})

test('the time to pay of new buyers counts the parts of hampers, those of earlier unpaid orders too', async () => {
  const { id } = await both()
  const isShortened = async (buyer: Customer) =>
    (await buyer.ask<PaymentTime>('GET', '/carts/payment-time')).body.data.is_shortened
  const minutesOf = ({ body }: Awaited<ReturnType<typeof orderOf>>) =>
    Math.round((Date.parse(body.data.expires_at) - shop.clock().getTime()) / minutes(1))
  await ani.addToCart({ id }, 2)
  expect(await isShortened(ani)).toBe(false)
  expect(minutesOf(await ani.placeOrder())).toBe(1440)
  await ani.addToCart(nastar, 2)
  expect(await isShortened(ani)).toBe(true)
  const budi = await shop.customer()
  await budi.addToCart({ id }, 3)
  expect(await isShortened(budi)).toBe(true)
  expect(minutesOf(await budi.placeOrder())).toBe(60)
})
