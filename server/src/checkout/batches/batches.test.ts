/** Batches, from their making to the orders that take their places. */

import type { AdminBatch } from '@camilan/contract/batches'
import type { Product } from '@camilan/contract/catalog'
import type { CartCosts } from '@camilan/contract/checkout'
import { addDays } from '@camilan/contract/days'
import { formatRupiah } from '@camilan/contract/formats'
import { jakartaDay } from '@camilan/contract/jakarta'
import type { AdminOrderList, OrderDetail } from '@camilan/contract/orders'
import { partsText } from '@camilan/contract/product-parts'
import type { Production } from '@camilan/contract/production'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { tally, times } from '../../testing/many-at-once.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { useEach } from '../../testing/use-each.ts'

const shop = useShop()
const sari = useEach(() => shop.onlyAdmin())
const ani = useEach(() => shop.customer())
/** With nothing in stock. */
const jar = useEach(() => shop.product({ name: 'Nastar', price: 50_000, stock: 0 }))

const inDays = (count: number) => addDays(jakartaDay(shop.clock()), count)
const formOf = (quota: number, more: object = {}) => ({
  name: 'PO Lebaran',
  order_until: inDays(3),
  made_on: inDays(5),
  handed_over_on: inDays(6),
  products: [{ product_id: jar.id, quota }],
  ...more,
})
async function batchOf(quota: number, more: object = {}): Promise<AdminBatch> {
  const made = await sari.ask<AdminBatch>('POST', '/admin/batches', { body: formOf(quota, more) })
  expect(made.status).toBe(201)
  return made.body.data
}
const change = (id: string, form: object) => sari.ask<AdminBatch>('PUT', `/admin/batches/${id}`, { body: form })
const present = async (id: string) =>
  (await sari.ask<AdminBatch[]>('GET', '/admin/batches')).body.data.find((one) => one.id === id)
const add = (by: Customer, { id: batch_id }: { id: string }, quantity = 1, product: { id: string } = jar) =>
  by.ask('POST', '/carts', { body: { product_id: product.id, batch_id, quantity } })
const shown = async () => (await ani.ask<Product>('GET', `/products/${jar.id}`)).body.data
async function ordered(batch: AdminBatch, quantity = 1, by: Customer = ani): Promise<string> {
  expect((await add(by, batch, quantity)).status).toBe(201)
  const placed = await by.placeOrder()
  expect(placed.status).toBe(201)
  return placed.body.data.order_id
}
async function paid(batch: AdminBatch, quantity = 1, by: Customer = ani): Promise<string> {
  const id = await ordered(batch, quantity, by)
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
  return id
}
const cancel = (id: string, by: Customer = ani) => by.ask<OrderDetail>('POST', `/orders/${id}/cancel`)

test('a product without stock is ordered in a batch; its stock never counts the quota, and the order has batch and day', async () => {
  const batch = await batchOf(5)
  const { id, name, order_until, handed_over_on } = batch
  expect(await shown()).toMatchObject({ stock: 0, batches: [{ id, name, order_until, handed_over_on, left: 5 }] })
  const orderId = await ordered(batch, 2)
  expect(await ani.order(orderId)).toMatchObject({
    handover_on: handed_over_on,
    wanted_on: null,
    order_items: [{ quantity: 2, batch_id: id, batch: { name, handed_over_on } }],
  })
  expect(await shown()).toMatchObject({ stock: 0, batches: [{ left: 3 }] })
  expect(await shop.stockOf(jar)).toBe(0)
  await ani.setStatus(orderId, 'DIBATALKAN')
  expect(await shown()).toMatchObject({ batches: [{ left: 5 }] })
})

test('a hamper in a batch takes nothing of its parts, beside one of the stock, and gives nothing back', async () => {
  await shop.setStock(jar, 4)
  const parts = partsText([{ product_id: jar.id, quantity: 2 }])
  const box = await shop.product({ name: 'Hampers', price: 120_000, stock: 0, parts })
  const batch = await batchOf(0, { products: [{ product_id: box.id, quota: 5 }] })
  await ani.addToCart(box, 1)
  expect((await add(ani, batch, 3, box)).status).toBe(201)
  const { order_id } = (await ani.placeOrder()).body.data
  expect(await shop.stockOf(jar)).toBe(2)
  const { order_items } = await ani.order(order_id)
  const ofBatch = order_items.find(({ batch_id }) => batch_id === batch.id)
  expect(ofBatch).toMatchObject({ quantity: 3, parts: [{ product_id: jar.id, quantity: 2 }] })
  await shop.sandbox.pay(order_id)
  await shop.sandbox.webhookStatuses(order_id)
  const items = [{ item_id: ofBatch?.id, quantity: 1 }]
  const lowered = { items, reason: 'Satu pecah', return_stock: true }
  expect(await sari.ask('POST', `/admin/orders/${order_id}/lower`, { body: lowered })).toMatchObject({ status: 200 })
  expect(await shop.stockOf(jar)).toBe(2)
  expect((await present(batch.id))?.products).toMatchObject([{ quota: 5, sold: 1 }])
  expect(await cancel(order_id)).toMatchObject({ status: 200 })
  expect(await shop.stockOf(jar)).toBe(4)
  expect((await present(batch.id))?.products).toMatchObject([{ sold: 0 }])
})

test('without a batch a product is ordered from the stock, and a shop without batches shows none', async () => {
  await shop.setStock(jar, 1)
  expect('batches' in (await shown())).toBe(false)
  const batch = await batchOf(5)
  await ani.addToCart(jar, 1)
  expect((await ani.addToCart(jar, 1)).body.code).toBe('OUT_OF_STOCK')
  await shop.advanceClock(1)
  await add(ani, batch, 2)
  expect(await ani.cart()).toMatchObject([{ quantity: 1 }, { quantity: 2, batch_id: batch.id, batch: { left: 5 } }])
  expect((await ani.cart()).map((line) => 'batch_id' in line)).toEqual([false, true])
  const { order_id } = (await ani.placeOrder()).body.data
  expect(await ani.order(order_id)).toMatchObject({ handover_on: batch.handed_over_on })
  expect(await shop.stockOf(jar)).toBe(0)
  expect((await present(batch.id))?.products).toMatchObject([{ quota: 5, sold: 2 }])
})

test('50 carts for the last place of a quota place one order, and the ended order gives the place back once', async () => {
  const batch = await batchOf(1)
  const buyers = await times(50, () => shop.customer())
  for (const buyer of buyers) expect((await add(buyer, batch)).status).toBe(201)
  const placed = await Promise.all(buyers.map((buyer) => buyer.placeOrder()))
  expect(tally(placed)).toEqual({ '201': 1, '409 BATCH_UNAVAILABLE': 49 })
  const first = placed.findIndex(({ status }) => status === 201)
  await buyers[first]?.setStatus(placed[first]?.body.data.order_id ?? '', 'DIBATALKAN')
  const again = await Promise.all(buyers.map((buyer) => buyer.placeOrder()))
  expect(tally(again)).toEqual({ '201': 1, '409 BATCH_UNAVAILABLE': 48, '400 EMPTY_CART': 1 })
  expect((await present(batch.id))?.products).toMatchObject([{ quota: 1, sold: 1 }])
})

test('an order that is placed while the day of its batch is changed has the new day', async () => {
  const batch = await batchOf(5)
  await add(ani, batch)
  const day = addDays(batch.handed_over_on, 1)
  await inAnotherTransaction(shop.pool, async (change) => {
    await change.query('update batches set handed_over_on = $2 where id = $1', [batch.id, day])
    const placing = ani.placeOrder()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    await change.query('commit')
    expect((await ani.order((await placing).body.data.order_id)).handover_on).toBe(day)
  })
})

test('two orders of the same two batches in another sequence end without a deadlock', async () => {
  const [one, two] = [await batchOf(100), await batchOf(100, { name: 'PO Natal' })]
  const buyers = await times(20, () => shop.customer())
  for (const [index, buyer] of buyers.entries()) {
    for (const batch of index % 2 ? [one, two] : [two, one]) await add(buyer, batch)
  }
  expect(tally(await Promise.all(buyers.map((buyer) => buyer.placeOrder())))).toEqual({ '201': 20 })
})

test('a full or closed batch is refused in a sentence, in the cart, at a change and before the payment', async () => {
  const batch = await batchOf(2)
  const sentences = { full: 'Nastar di PO Lebaran tinggal 2. Kurangi jumlahnya.', closed: 'PO Lebaran sudah ditutup' }
  expect((await add(ani, batch, 3)).body).toMatchObject({ code: 'BATCH_UNAVAILABLE', errors: sentences.full })
  await add(ani, batch, 1)
  const [line] = await ani.cart()
  const more = (quantity: number) => ani.ask('PUT', `/carts/${line?.id}`, { body: { quantity } })
  expect((await more(3)).body).toMatchObject({ code: 'BATCH_UNAVAILABLE', data: [{ left: 2 }] })
  expect((await more(2)).status).toBe(200)
  await shop.advanceClock(days(4))
  expect((await more(3)).body.errors).toContain(sentences.closed)
  const refused = await ani.placeOrder()
  expect(refused.body).toMatchObject({ code: 'BATCH_UNAVAILABLE', data: [{ batch_id: batch.id, left: 0 }] })
  expect(refused.body.errors).toContain(sentences.closed)
  expect(await ani.cart()).toHaveLength(1)
  expect('batches' in (await shown())).toBe(false)
})

test('of a mixed cart one part is ordered, with its own costs and day, and the other stays in the cart', async () => {
  await shop.setStock(jar, 4)
  const batch = await batchOf(5)
  await ani.addToCart(jar, 1)
  await add(ani, batch, 2)
  const total = async (part: string) =>
    (await ani.ask<CartCosts>('GET', `/carts/costs?city=Depok&cart_part=${part}`)).body.data.items_total
  expect([await total('stock'), await total(batch.id), await total('')]).toEqual([50_000, 100_000, 150_000])
  const first = (await ani.placeOrder({ cart_part: 'stock' })).body.data
  expect(await ani.order(first.order_id)).toMatchObject({ handover_on: null, order_items: [{ quantity: 1 }] })
  expect(await ani.cart()).toMatchObject([{ batch_id: batch.id, quantity: 2 }])
  const second = (await ani.placeOrder({ cart_part: batch.id })).body.data
  expect(await ani.order(second.order_id)).toMatchObject({ handover_on: batch.handed_over_on })
  expect(await ani.cart()).toEqual([])
})

test('a quota below what is sold is a warning: sales stop, the orders stay, and a full quota is told to the seller', async () => {
  const batch = await batchOf(3)
  const orderId = await paid(batch, 3)
  expect(await sari.messages()).toContain('Kuota Nastar di PO Lebaran sudah habis')
  const lowered = await change(batch.id, formOf(1))
  expect(lowered.body).toMatchObject({
    message: 'Tersimpan. Nastar sudah dipesan 3, lebih dari kuotanya: penjualan berhenti, pesanan tetap',
    data: { products: [{ quota: 1, sold: 3, paid: 3 }] },
  })
  expect((await add(ani, batch)).body.code).toBe('BATCH_UNAVAILABLE')
  expect((await ani.order(orderId)).status).toBe('DIBAYAR')
  const without = { ...formOf(1), products: [{ product_id: (await shop.product()).id, quota: 1 }] }
  expect((await change(batch.id, without)).body.errors).toContain('Nastar sudah ada pesanannya')
  expect((await sari.ask('DELETE', `/admin/batches/${batch.id}`)).body.code).toBe('BATCH_IN_USE')
})

test('a batch that nobody ordered is removed, and its lines are named in the cart', async () => {
  const batch = await batchOf(3)
  await add(ani, batch)
  expect((await sari.ask('DELETE', `/admin/batches/${batch.id}`)).status).toBe(200)
  expect((await ani.ask('GET', '/carts')).body).toMatchObject({ data: [], unavailable: [{ name: 'Nastar' }] })
})

test('another day keeps the first promise, tells each buyer once, and lets the buyer cancel after the batch is closed', async () => {
  await shop.db.updateTable('shop_settings').set({ settings: sql`settings || '{"mail_order_events": true}'` }).execute()
  const batch = await batchOf(5)
  const [waiting, sent] = [await paid(batch), await paid(batch)]
  await sari.ask('PUT', `/admin/orders/${sent}/status`, { body: { status: 'DIKIRIM' } })
  await shop.advanceClock(days(4))
  expect((await cancel(waiting)).body.errors).toContain('Batas pesan PO ini sudah lewat')
  const { order_until, made_on } = batch
  const later = { ...formOf(5), order_until, made_on, handed_over_on: addDays(batch.handed_over_on, 2) }
  for (let i = 0; i < 2; i += 1) expect((await change(batch.id, later)).status).toBe(200)
  const told = async (id: string) =>
    (await ani.messages(id)).filter((text) => text.includes('Jadwal PO Lebaran berubah'))
  expect([(await told(waiting)).length, (await told(sent)).length]).toEqual([1, 0])
  const { rows } = await shop.pool.query('select count(*)::int as mails from mail_outbox where subject like $1', [
    'Jadwal%',
  ])
  expect(rows).toEqual([{ mails: 1 }])
  expect(await ani.order(waiting)).toMatchObject({
    handover_on: later.handed_over_on,
    promised_on: batch.handed_over_on,
  })
  expect((await cancel(waiting)).body.data).toMatchObject({
    status: 'DIBATALKAN',
    refunds: [{ amount: 56_000, state: 'due' }],
  })
  expect((await cancel(waiting)).status).toBe(200)
  expect((await ani.order(waiting)).refunds).toHaveLength(1)
  expect((await cancel(sent)).body.code).toBe('INVALID_TRANSITION')
})

test('a buyer cancels a paid order before the batch is closed, and only so: by the status it stays refused', async () => {
  const batch = await batchOf(1)
  const id = await paid(batch)
  expect((await ani.setStatus(id, 'DIBATALKAN')).body.code).toBe('INVALID_TRANSITION')
  expect((await cancel(id, await shop.customer())).status).toBe(404)
  expect((await cancel(id)).body.data).toMatchObject({
    status: 'DIBATALKAN',
    history: [{}, {}, { status: 'DIBATALKAN', actor: 'customer' }],
    refunds: [{ amount: 56_000, state: 'due' }],
  })
  expect(await ani.messages(id)).toContainEqual(expect.stringContaining(`${formatRupiah(56_000)} akan kami kembalikan`))
  expect((await present(batch.id))?.products).toMatchObject([{ sold: 0 }])
  expect((await cancel(await shop.paidOrder(ani))).body.code).toBe('INVALID_TRANSITION')
  expect((await cancel(await ordered(batch))).body.code).toBe('INVALID_TRANSITION')
})

test('money for an ended order is a refund due and claims no place again; a payment crosses a cancellation once', async () => {
  const batch = await batchOf(1)
  const id = await ordered(batch)
  await shop.sandbox.charge(id)
  await ani.setStatus(id, 'DIBATALKAN')
  const other = await shop.customer()
  await ordered(batch, 1, other)
  await shop.sandbox.pay(id, { force: true })
  await shop.sandbox.webhookStatuses(id)
  expect(await ani.order(id)).toMatchObject({ status: 'DIBATALKAN', refunds: [{ reason: 'CANCELLED', state: 'due' }] })
  expect((await present(batch.id))?.products).toMatchObject([{ quota: 1, sold: 1 }])
})

test('cancelling many times at once, by the buyer and by the seller, gives back one refund and one place', async () => {
  const batch = await batchOf(1)
  const id = await paid(batch)
  const bySeller = () => sari.ask('POST', `/admin/orders/${id}/cancel`, { body: { reason: 'Oven rusak' } })
  const replies = await times(20, (index) => (index % 2 ? bySeller() : cancel(id)))
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect((await ani.order(id)).refunds).toMatchObject([{ amount: 56_000 }])
  expect((await present(batch.id))?.products).toMatchObject([{ sold: 0 }])
})

test('a line is lowered by its item; by the product only while the order has it once; and its place is free', async () => {
  await shop.setStock(jar, 4)
  const batch = await batchOf(5)
  await ani.addToCart(jar, 2)
  await add(ani, batch, 2)
  const id = (await ani.placeOrder()).body.data.order_id
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
  const item = (await ani.order(id)).order_items.find(({ batch_id }) => batch_id)
  const lower = (line: object) =>
    sari.ask('POST', `/admin/orders/${id}/lower`, { body: { items: [{ ...line, quantity: 1 }] } })
  expect((await lower({ product_id: jar.id })).body.errors).toContain('lebih dari sekali')
  expect((await lower({})).status).toBe(400)
  expect((await lower({ item_id: item?.id })).status).toBe(200)
  expect((await present(batch.id))?.products).toMatchObject([{ sold: 1 }])
  expect(await shop.stockOf(jar)).toBe(2)
  expect((await ani.order(id)).refunds).toMatchObject([{ amount: 50_000, reason: 'PART' }])
})

test('orders that the seller adds after the closing are in the batch: its list, its day, its count', async () => {
  const batch = await batchOf(2)
  await shop.advanceClock(days(4))
  const enter = (quantity: number) =>
    sari.ask<OrderDetail>('POST', '/admin/orders', {
      body: { name: 'Bu Rina', phone: '081234567890', items: [{ product_id: jar.id, batch_id: batch.id, quantity }] },
    })
  expect((await enter(3)).body.code).toBe('BATCH_UNAVAILABLE')
  expect((await enter(2)).status).toBe(201)
  const list = await sari.ask<AdminOrderList['data']>('GET', `/admin/orders?batch=${batch.id}`)
  expect(list.body.data).toMatchObject([{ handover_on: batch.handed_over_on, order_items: [{ batch_id: batch.id }] }])
  expect((await present(batch.id))?.products).toMatchObject([{ sold: 2 }])
})

test('paid orders are made and packed by the day of their batch, which the list names', async () => {
  const batch = await batchOf(5)
  const before = (await sari.ask<Production>('GET', '/admin/production')).body.data
  expect(before.flatMap(({ batches }) => batches)).not.toContain('PO Natal')
  await change(batch.id, formOf(5, { name: 'PO Natal' }))
  await paid(batch, 3)
  const list = (await sari.ask<Production>('GET', '/admin/production')).body.data
  expect(list.find(({ batches }) => batches.includes('PO Natal'))).toMatchObject({
    day: batch.handed_over_on,
    lines: expect.arrayContaining([expect.objectContaining({ product_id: jar.id, quantity: 3 })]),
  })
})

test('an order with goods of the stock never becomes earlier than promised, and another change of the batch moves none', async () => {
  await shop.setStock(jar, 9)
  const batch = await batchOf(9)
  const far = await batchOf(9, { name: 'PO Natal', made_on: inDays(8), handed_over_on: inDays(9) })
  await ani.addToCart(jar, 1)
  await add(ani, far)
  const mixed = await paid(batch)
  const moved = async () => {
    const { handover_on, promised_on = null } = await ani.order(mixed)
    return [handover_on, promised_on]
  }
  // As if the stock had been ready on a later day than that of both batches.
  await shop.db
    .updateTable('orders')
    .set({ handover_on: inDays(20) })
    .where('id', '=', mixed)
    .execute()
  await change(batch.id, formOf(8))
  await change(batch.id, formOf(8, { handed_over_on: inDays(7) }))
  expect(await moved()).toEqual([inDays(20), null])
  await change(batch.id, formOf(8, { handed_over_on: inDays(30) }))
  expect(await moved()).toEqual([inDays(30), inDays(20)])
  await change(batch.id, formOf(8, { handed_over_on: inDays(7) }))
  expect(await moved()).toEqual([inDays(20), inDays(20)])
})

test('ids in upper case are the same batch and product, for the quota too, and an unknown batch is refused', async () => {
  const batch = await batchOf(2)
  const upper = { product_id: jar.id.toUpperCase(), batch_id: batch.id.toUpperCase() }
  const lower = { product_id: jar.id, batch_id: batch.id }
  const enter = (...items: object[]) =>
    sari.ask<OrderDetail>('POST', '/admin/orders', {
      body: { name: 'Bu Rina', phone: '081234567890', items: items.map((item) => ({ ...item, quantity: 1 })) },
    })
  expect((await enter({ ...lower, batch_id: crypto.randomUUID() })).status).toBe(404)
  expect((await enter(upper, { ...lower, quantity: 1 }, lower)).body.code).toBe('BATCH_UNAVAILABLE')
  expect((await enter(upper, lower)).status).toBe(201)
  const products = [jar.id, upper.product_id].map((product_id) => ({ product_id, quota: 4 }))
  expect(await change(batch.id, formOf(0, { products }))).toMatchObject({
    status: 200,
    body: { data: { products: [{ quota: 4, sold: 2 }] } },
  })
  expect((await ani.ask('POST', '/carts', { body: { ...upper, quantity: 1 } })).status).toBe(201)
  expect((await ani.placeOrder({ cart_part: upper.batch_id })).status).toBe(201)
})

test('the day’s cap of orders and pieces counts no goods of batches, and stops none', async () => {
  onTestFinished(() => resetSettings(shop))
  await shop.advanceClock(days(1)) // which has no orders yet
  await shop.setStock(jar, 9)
  const batch = await batchOf(99)
  await setSettings(sari, { daily_cap: { orders: 1, pieces: 2 } })
  await ordered(batch, 5)
  await ani.addToCart(jar, 2)
  await add(ani, batch, 5)
  expect((await ani.placeOrder()).status).toBe(201)
  await ani.addToCart(jar, 1)
  await add(ani, batch)
  expect((await ani.placeOrder()).body.code).toBe('CAP_REACHED')
  expect((await ani.placeOrder({ cart_part: batch.id })).status).toBe(201)
  const enter = (line: object) => {
    const items = [{ product_id: jar.id, quantity: 1, ...line }]
    return sari.ask('POST', '/admin/orders', { body: { name: 'Bu Rina', phone: '081234567890', items } })
  }
  expect((await enter({})).body.code).toBe('CAP_REACHED')
  expect((await enter({ batch_id: batch.id })).status).toBe(201)
})

test('kept answers show a place that is free again, also where goods do not come back', async () => {
  const batch = await batchOf(5)
  const id = await paid(batch, 5)
  const left = async () => (await shop.ask<Product>('GET', `/products/${jar.id}`)).body.data.batches?.[0]?.left
  await expect.poll(left).toBe(0)
  const [item] = (await ani.order(id)).order_items
  const lowered = { items: [{ item_id: item?.id, quantity: 2 }], return_stock: false, reason: 'Satu pecah' }
  expect((await sari.ask('POST', `/admin/orders/${id}/lower`, { body: lowered })).status).toBe(200)
  await expect.poll(left).toBe(3)
  const cancelled = { return_stock: false, reason: 'Oven rusak' }
  expect((await sari.ask('POST', `/admin/orders/${id}/cancel`, { body: cancelled })).status).toBe(200)
  await expect.poll(left).toBe(5)
})
