import type { OrderDetail } from '@camilan/contract/orders'
import type { EnteredOrder } from '@camilan/contract/seller-orders'
import { beforeEach, expect, test } from 'vitest'
import { days, later, minutes } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { tally, times } from '../../testing/many-at-once.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import { useEach } from '../../testing/use-each.ts'

const shop = useShop({ environment: { MAX_UNPAID_ORDERS: '1' } })
const sari = useEach(() => shop.onlyAdmin())
beforeEach(() => resetSettings(shop))
const nastar = useEach(() => shop.product({ name: 'Nastar', price: 40_000, stock: 10 }))

const form = (overrides: object = {}) => ({
  name: 'Bu Rina',
  phone: '0812-3456-7890',
  address: 'Jl. Mawar 2',
  city: 'Depok',
  items: [{ product_id: nastar.id, quantity: 2 }],
  ...overrides,
})
const enter = (overrides: object = {}, by = sari, key?: string) =>
  by.ask<EnteredOrder>('POST', '/admin/orders', {
    body: form(overrides),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const orderFor = async (id: string) => (await sari.ask<OrderDetail>('GET', `/admin/orders/${id}`)).body.data

test('an order from a chat has its own name and phone, the usual costs and a discount, and takes its stock', async () => {
  const ani = await shop.customer({ name: 'Ani', phone: '0812-3456-7890' })
  const { status, body } = await enter({
    notes: 'Tanpa kacang',
    discount: 15_000,
    discount_reason: 'Pelanggan lama',
    pay_within_days: 3,
    expected_total: 71_000,
  })
  expect(status).toBe(201)
  const { order_id, link } = body.data
  expect(link).toMatch(new RegExp(`^${shop.origin}/pesanan#[\\w-]{43}$`))
  expect(await orderFor(order_id)).toMatchObject({
    status: 'DIPROSES',
    source: 'penjual',
    user: { name: 'Bu Rina', phone: '0812-3456-7890' },
    address: 'Jl. Mawar 2',
    city: 'Depok',
    notes: 'Tanpa kacang',
    total_price: 71_000,
    other_costs: -9_000,
    discount: { amount: 15_000, reason: 'Pelanggan lama' },
    charges: [
      { kind: 'goods', label: null, amount: 80_000 },
      { kind: 'delivery', label: null, amount: 4_000 },
      { kind: 'service', label: null, amount: 2_000 },
      { kind: 'discount', label: 'Pelanggan lama', amount: -15_000 },
    ],
    order_items: [{ quantity: 2, price: 80_000 }],
    transaction: { status: 'PENDING', order_expires_at: later(shop.clock(), days(3)).toISOString() },
    history: [{ status: 'DIPROSES', actor: 'admin' }],
  })
  expect(await shop.stockOf(nastar)).toBe(8)
  expect([(await ani.orders()).data, await ani.messages()]).toEqual([[], []])
  expect(await sari.messages(order_id)).toHaveLength(1)
  const lists = await sari.ask<OrderDetail[]>('GET', '/admin/orders?query=rina')
  expect(lists.body.data.map(({ id }) => id)).toContain(order_id)
})

test('an order that its buyer fetches has no address and no delivery cost', async () => {
  const { order_id } = (await enter({ address: undefined, city: undefined })).body.data
  expect(await orderFor(order_id)).toMatchObject({ address: 'Ambil sendiri', city: null, total_price: 82_000 })
})

test('a sale at the stall needs neither name nor phone, and takes no service fee', async () => {
  const { order_id } = (await enter({ at_stall: true, ...nobody })).body.data
  expect(await orderFor(order_id)).toMatchObject({
    user: { name: 'Pembeli langsung', phone: null },
    ...{ delivery_way: 'pickup', total_price: 80_000, charges: [{ kind: 'goods', amount: 80_000 }] },
  })
  const delivery = { recipient: 'Pak Joko', phone: null, address: 'Ambil sendiri', city: null }
  const changed = await sari.ask('PUT', `/admin/orders/${order_id}/delivery`, { body: delivery })
  expect(changed.body.data).toMatchObject({ user: { name: 'Pak Joko', phone: null } })
  for (const change of [{ address: 'Jl. Mawar 2' }, { phone: 'x' }]) {
    const body = { ...delivery, ...change }
    expect(await sari.ask('PUT', `/admin/orders/${order_id}/delivery`, { body })).toMatchObject({
      ...{ status: 400, body: { fields: { phone: expect.any(String) } } },
    })
  }
  const known = (await enter({ at_stall: true, address: null, city: null })).body.data
  expect((await orderFor(known.order_id)).user).toEqual({ name: 'Bu Rina', phone: '0812-3456-7890' })
  // The gateway refuses an empty phone number.
  expect((await sari.ask('POST', `/orders/${order_id}/payment`)).status).not.toBe(500)
})

test('another city is written as typed, at the cost that was agreed, and can be corrected', async () => {
  const { order_id } = (await enter({ city: 'Surabaya', delivery_cost: 22_000 })).body.data
  const order = await orderFor(order_id)
  expect(order).toMatchObject({ city: 'Surabaya', total_price: 104_000 })
  expect(order.charges).toContainEqual({ kind: 'delivery', label: null, amount: 22_000 })
  const delivery = { recipient: 'Bu Rina', phone: '0812-3456-7890', address: 'Jl. Mawar 2', city: 'Surabaya Timur' }
  const changed = await sari.ask('PUT', `/admin/orders/${order_id}/delivery`, { body: delivery })
  expect(changed.body.data).toMatchObject({ city: 'Surabaya Timur', total_price: 104_000 })
})

const nobody = { name: '', phone: '', address: null, city: null }

test.each([
  ['no name and phone outside the stall', { name: null, phone: null, address: null }, 400],
  ['an address at the stall', { at_stall: true }, 400],
  ['another city without its cost', { city: 'Surabaya' }, 400],
  ['a cost of its own for a city of the shop', { delivery_cost: 0 }, 400],
  ['a negative cost of delivery', { city: 'Surabaya', delivery_cost: -1 }, 400],
  ['no product', { items: [] }, 400],
  ['an unknown product', { items: [{ product_id: crypto.randomUUID(), quantity: 1 }] }, 404],
  ['a malformed product', { items: [{ product_id: 'x', quantity: 1 }] }, 404],
  ['more than the stock in two lines', 'twice', 409],
  ['a discount without a reason', { discount: 1_000 }, 400],
  ['a discount that leaves nothing to pay', { discount: 86_000, discount_reason: 'Hadiah' }, 400],
  ['a negative discount', { discount: -1, discount_reason: 'Titip' }, 400],
  ['eight days to pay', { pay_within_days: 8 }, 400],
  ['no phone', { phone: '' }, 400],
  ['another total than the seller saw', { expected_total: 85_000 }, 409],
])('%s is refused, and nothing is written', async (_, overrides, status) => {
  const before = await sari.messages()
  const line = { product_id: nastar.id, quantity: 6 }
  const refused = await enter(overrides === 'twice' ? { items: [line, line] } : (overrides as object))
  expect(refused.status).toBe(status)
  expect([await shop.stockOf(nastar), await sari.messages()]).toEqual([10, before])
})

test('limits of unpaid orders, a closed shop and the minimum do not apply; the cap of the day is asked', async () => {
  const cheap = await shop.product({ price: 1_000, stock: 100 })
  const items = [{ product_id: cheap.id, quantity: 1 }]
  await setSettings(sari, { minimum_order: 50_000, daily_cap: { orders: 2, pieces: null } })
  await shop.advanceClock(days(1))
  expect((await sari.ask('POST', '/admin/opening/close', { body: { sentence: '', reopens_on: null } })).status).toBe(
    200,
  )
  expect(tally([await enter({ items }), await enter({ items }), await enter({ items })])).toEqual({
    '201': 2,
    '409 CAP_REACHED': 1,
  })
  expect((await enter({ items, confirm_daily_cap: true })).status).toBe(201)
})

test('a repeated key enters one order, and only the last link opens it', async () => {
  const first = (await enter({}, sari, 'kunci')).body.data
  const again = (await enter({}, sari, 'kunci')).body.data
  expect(again.order_id).toBe(first.order_id)
  const opened = await Promise.all(
    [first, again].map(({ link }) => shop.ask('POST', '/order-links/order', { body: { token: link.split('#')[1] } })),
  )
  expect(opened.map(({ status }) => status)).toEqual([404, 200])
  expect(await enter({ notes: 'lain' }, sari, 'kunci')).toMatchObject({ status: 409 })
  const replies = await times(5, () => enter({}, sari, 'bersamaan'))
  expect(new Set(replies.map(({ body }) => body.data.order_id)).size).toBe(1)
  expect(await shop.stockOf(nastar)).toBe(6)
})

test('a repeated key finds its order, whatever the seller was asked before each request', async () => {
  const first = (await enter({ expected_total: 86_000 }, sari, 'total')).body.data
  await sari.ask('PUT', `/admin/products/${nastar.id}`, { form: { price: '45000' } })
  for (const agreed of [{ expected_total: 96_000 }, { expected_total: 86_000, confirm_daily_cap: true }]) {
    expect(await enter(agreed, sari, 'total')).toMatchObject({
      status: 201,
      body: { data: { order_id: first.order_id } },
    })
  }
  expect(await shop.stockOf(nastar)).toBe(8)
})

test('the last jar is sold once, to a buyer in the shop or in a chat', async () => {
  const [last, ani] = [await shop.product({ stock: 1 }), await shop.customer()]
  await ani.addToCart(last, 1)
  const items = [{ product_id: last.id, quantity: 1 }]
  const replies = await Promise.all([ani.placeOrder(), ...Array.from({ length: 4 }, () => enter({ items }))])
  expect(tally(replies)).toEqual({ '201': 1, '409 OUT_OF_STOCK': 4 })
})

test('staff enter orders without a discount', async () => {
  const staff = await shop.staff()
  expect((await enter({}, staff)).status).toBe(201)
  expect(await enter({ discount: 1_000, discount_reason: 'Teman' }, staff)).toMatchObject({ status: 403 })
})

test('staff get the link of an order in the answer to it, and not again', async () => {
  const staff = await shop.staff()
  const { order_id } = (await enter({}, staff, 'sekali')).body.data
  expect((await enter({}, staff, 'sekali')).body.data.order_id).toBe(order_id) // the answer was lost
  await shop.advanceClock(minutes(10) + 1)
  expect(await enter({}, staff, 'sekali')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await staff.ask('POST', `/admin/orders/${order_id}/link`)).toMatchObject({ status: 403 })
})

test('an order that is not paid in its days ends and returns its stock; the gateway was never asked about it', async () => {
  const { order_id } = (await enter({ pay_within_days: 2 })).body.data
  await shop.advanceClock(days(2) - minutes(1))
  await shop.reconcile()
  expect((await orderFor(order_id)).status).toBe('DIPROSES')
  await shop.advanceClock(minutes(1))
  await shop.reconcile()
  await shop.advanceClock(days(1))
  await shop.reconcile()
  expect(await orderFor(order_id)).toMatchObject({ status: 'DIBATALKAN', transaction: { status: 'KADALUARSA' } })
  expect(await shop.stockOf(nastar)).toBe(10)
  expect(shop.sandbox.calls.filter(({ path }) => path.includes(order_id))).toEqual([])
})
