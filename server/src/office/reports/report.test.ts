import type { Customer, Figures, Report } from '@camilan/contract/reports'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { imageUrlUnder } from '../../media/files/image-url.ts'
import { presentAdminOrders } from '../../orders/present.ts'
import { bookGivenBack, bookTakenBack, receivedWrite } from '../../payments/book/entries.ts'
import { makeGuards } from '../../people/login/guards.ts'
import { transact } from '../../platform/db/transact.ts'
import { inAnotherTransaction, queriesWaiting } from '../../testing/locks.ts'
import { makeApi } from '../../testing/make-api.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { writeOrder } from '../../testing/write-order.ts'
import { customerRoutes } from '../customers/customer-routes.ts'
import { reportRoutes } from './routes.ts'

const shop = useTestDb()
/** Half past midnight of 20 November in Jakarta. */
const now = new Date('2026-11-19T17:30:00Z')
let api: Awaited<ReturnType<typeof makeApi>>
let admin: TestUser
let ani: TestUser
let nastar: Awaited<ReturnType<typeof makeProduct>>
let opak: Awaited<ReturnType<typeof makeProduct>>

beforeAll(async () => {
  const { db } = shop
  const clock = () => now
  const present = presentAdminOrders(imageUrlUnder(''))
  const deps = { db, clock, guards: makeGuards({ db, clock }), present }
  api = await makeApi(reportRoutes(deps), customerRoutes(deps))
  admin = await makeAdmin(db, { now, phone: '08110000000' })
  ani = await makeUser(db, { now, name: 'Ani', phone: '0812-3456-7890' })
  nastar = await makeProduct(db, { name: 'Nastar', price: 40_000, cost_price: 25_000 })
  opak = await makeProduct(db, { name: 'Opak', price: 10_000 })
})
beforeEach(() => shop.pool.query('truncate orders cascade'))

async function ask<Data>(url: string): Promise<Data> {
  const answer = await api.inject({ url: `/admin/${url}`, headers: admin.headers })
  expect([answer.statusCode, url]).toEqual([200, url])
  return answer.json().data
}

const order = (orderTime: string, more: Partial<Parameters<typeof writeOrder>[1]> = {}) =>
  writeOrder(shop.db, {
    ...{ userId: ani.id, status: 'SELESAI', orderTime: new Date(orderTime) },
    ...{ lines: [{ product: nastar, quantity: 1 }], ...more },
  })

async function pay(
  id: string,
  { isTakenBack = false, tooMuch = 0 }: { isTakenBack?: boolean; tooMuch?: number } = {},
): Promise<string> {
  const { total_price } = await shop.db
    .selectFrom('orders')
    .select('total_price')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const attempt = {
    order_id: id,
    number: 1,
    id: `${id}-p1`,
    status: 'SUKSES' as const,
    amount: total_price,
    paid_at: now,
  }
  const byHand = tooMuch > 0 && { by_hand: 'transfer' as const, received_amount: total_price + tooMuch }
  const row = { ...attempt, created_at: now, expires_at: now, ...byHand }
  await shop.db.insertInto('payment_attempts').values(row).execute()
  await receivedWrite(row).execute(shop.db)
  if (isTakenBack)
    await transact(shop.db, (tx) => bookTakenBack(tx, { ...row, transaction_id: null }, 'chargeback', now))
  return attempt.id
}

const giveBack = (attemptId: string, orderId: string, amountIdr: number) =>
  transact(shop.db, (tx) =>
    bookGivenBack(tx, { id: attemptId, order_id: orderId }, { key: 'r1', amountIdr, way: 'dashboard', at: now }),
  )

const nothing = {
  orders: 0,
  revenue: 0,
  refunded: 0,
  owed: 0,
  goods: 0,
  taken_out: 0,
  delivery: 0,
  service: 0,
  discount: 0,
}
const none: Figures = { ...nothing, margin: 0, goods_without_cost: 0 }

test('a month so far is compared with the same days of the last one, days and months beginning in Jakarta', async () => {
  await order('2026-11-19T17:00:00Z', { city: 'Depok' })
  await order('2026-10-31T17:00:00Z', { lines: [{ product: opak, quantity: 3 }] })
  await order('2026-10-31T16:59:59Z') // 31 October
  await order('2026-10-20T16:59:59Z', { city: 'Depok' })
  await order('2026-09-30T17:00:00Z', { status: 'DIBAYAR' })
  await order('2026-09-30T16:59:59Z')
  for (const status of ['DIPROSES', 'DIBATALKAN'] as const) await order('2026-11-10T05:00:00Z', { status })
  const one = { ...none, orders: 1, revenue: 46_000, goods: 40_000, delivery: 6_000, margin: 15_000 }
  const opaks = { ...none, orders: 1, revenue: 36_000, goods: 30_000, delivery: 6_000, goods_without_cost: 30_000 }
  const report = await ask<Report>('report')
  expect(report).toMatchObject({
    now: { from: '2026-11-01', to: '2026-11-20' },
    before: { from: '2026-10-01', to: '2026-10-20' },
    totals: {
      now: { orders: 2, revenue: 82_000, goods: 70_000, delivery: 12_000, margin: 15_000, goods_without_cost: 30_000 },
      before: { orders: 2, revenue: 92_000, goods: 80_000, margin: 30_000, goods_without_cost: 0 },
    },
    products: [
      { id: nastar.id, name: 'Nastar', now: { pieces: 1, goods: 40_000, margin: 15_000 }, before: { pieces: 2 } },
      { id: opak.id, name: 'Opak', now: { pieces: 3, goods: 30_000, margin: 0, goods_without_cost: 30_000 } },
    ],
    cities: [
      { name: 'Depok', now: one, before: one },
      { name: null, now: opaks, before: one },
    ],
    customers: [{ id: ani.id, name: 'Ani', now: { orders: 2 }, before: { orders: 2 } }],
  })
  expect(report.days).toHaveLength(20)
  expect(report.days.at(0)).toEqual({ date: '2026-11-01', now: opaks, before: one })
  expect(report.days.at(-1)).toEqual({ date: '2026-11-20', now: one, before: one })
  expect(report.days.at(1)).toEqual({ date: '2026-11-02', now: none, before: none })
  expect((await ask<Report>('report?period=today')).totals).toEqual({ now: one, before: none })
  const whole = await ask<Report>('report?from=2026-10-01&to=2026-10-31')
  expect(whole).toMatchObject({ before: { to: '2026-09-30' }, totals: { now: { orders: 3 }, before: { orders: 1 } } })
})

test('what went back and what was taken out are apart, and the sums are those of the dashboard', async () => {
  const line = { product: nastar, quantity: 3, discount: 4_615 }
  const cheap = await order('2026-11-10T05:00:00Z', {
    lines: [line, { product: opak, quantity: 1, discount: 385 }],
    otherCosts: 9_000,
  })
  await shop.db.updateTable('order_items').set({ taken_quantity: 2 }).where('quantity', '=', 3).execute()
  const attempt_id = await pay(cheap)
  await giveBack(attempt_id, cheap, 30_000)
  await pay(await order('2026-11-11T05:00:00Z'), { isTakenBack: true })
  const { totals, products, days } = await ask<Report>('report')
  const { now: sums } = totals
  expect(sums).toEqual({
    ...{
      orders: 2,
      revenue: 180_000,
      refunded: 76_000,
      owed: 46_924,
      goods: 90_000,
      taken_out: 80_000,
      delivery: 15_000,
      service: 0,
    },
    ...{ discount: 5_000, margin: 13_076 - 25_000, goods_without_cost: 10_000 },
  })
  expect(sums.revenue).toBe(sums.goods + sums.taken_out + sums.delivery + sums.service - sums.discount)
  // The piece that is left of three bears a third of 4.615: 1.538,33.
  expect(products.map(({ now: { pieces, goods, margin } }) => [pieces, goods, margin])).toEqual([
    [2, 80_000, 28_462],
    [1, 10_000, 0],
  ])
  expect(days.map(({ now: { revenue } }) => revenue).filter(Boolean)).toEqual([134_000, 46_000])
  const dashboard = await ask<{ net_revenue: number; periods: { this_month: object } }>('dashboard')
  expect(dashboard.periods.this_month).toEqual({ revenue: sums.revenue, orders: sums.orders })
  expect(dashboard.net_revenue).toBe(sums.revenue - sums.refunded - sums.owed)
})

interface Money {
  quantity?: number
  taken?: number
  discount?: number
  refund?: number
  isReversed?: boolean
  /** What was transferred beside the price. */
  tooMuch?: number
  hasNoCost?: boolean
}

test.each<[string, Money, number]>([
  ['a refund lowers it', { refund: 10_000 }, 5_000],
  ['what is taken out and given back is no loss', { quantity: 3, taken: 2, refund: 80_000 }, 15_000],
  ['what is given back beside it is one', { quantity: 3, taken: 2, refund: 85_000 }, 10_000],
  ['what is taken out had its share of the discount', { quantity: 3, taken: 2, discount: 12_000 }, 11_000],
  ['also when it was given back', { quantity: 3, taken: 2, discount: 12_000, refund: 72_000 }, 11_000],
  ['a discount and a refund lower it together', { discount: 5_000, refund: 3_000 }, 7_000],
  ['a refund of everything leaves the cost', { refund: 46_000 }, -25_000],
  ['what was transferred beside the price goes back without a loss', { tooMuch: 14_000, refund: 14_000 }, 15_000],
  ['a refund of more than that lowers it by the rest', { tooMuch: 14_000, refund: 15_000 }, 14_000],
  ['a payment that was taken back leaves the cost', { isReversed: true }, -25_000],
  ['goods without a known cost have none', { hasNoCost: true, discount: 1_000, refund: 2_000 }, 0],
])('the margin of an order: %s', async (_, money, margin) => {
  const { quantity = 1, taken = 0, discount = 0, refund = 0, tooMuch = 0 } = money
  const { isReversed = false, hasNoCost = false } = money
  const order_id = await order('2026-11-10T05:00:00Z', {
    lines: [{ product: hasNoCost ? opak : nastar, quantity, discount }],
  })
  await shop.db.updateTable('order_items').set({ taken_quantity: taken }).execute()
  const attempt_id = await pay(order_id, { isTakenBack: isReversed, tooMuch })
  if (refund > 0) await giveBack(attempt_id, order_id, refund)
  expect((await ask<Report>('report')).totals.now.margin).toBe(margin)
})

test('a discount has what it cost and what its paid orders brought, by the days of the orders', async () => {
  const rule = { source: 'automatic' as const, kind: 'amount' as const, amount: 5_000, created_at: now }
  const [used] = await shop.db
    .insertInto('discounts')
    .values([
      { name: 'Akhir tahun', ...rule },
      { name: 'Tak terpakai', ...rule },
    ])
    .returning('id')
    .execute()
  const lines = [{ product: nastar, quantity: 1, discount: 5_000 }]
  for (const [orderTime, status] of [
    ['2026-11-10T05:00:00Z', 'SELESAI'],
    ['2026-11-11T05:00:00Z', 'DIBAYAR'],
    ['2026-11-11T05:00:00Z', 'DIPROSES'],
    ['2026-10-10T05:00:00Z', 'SELESAI'],
  ] as const) {
    const order_id = await order(orderTime, { lines, status })
    await shop.db
      .insertInto('discount_uses')
      .values({ discount_id: used?.id ?? '', order_id, amount_idr: 5_000 })
      .execute()
  }
  const { discounts } = await ask<Report>('report')
  expect(discounts).toEqual([
    {
      ...{ id: used?.id, name: 'Akhir tahun' },
      now: { orders: 2, given: 10_000, revenue: 82_000 },
      before: { orders: 1, given: 5_000, revenue: 41_000 },
    },
  ])
})

test('customers without account are known by their phone, and fetched orders have no city', async () => {
  const stall = { userId: null, phone: '+62 877-1111-222' }
  await order('2026-11-10T05:00:00Z', stall)
  const last = await order('2026-11-11T05:00:00Z', { ...stall, phone: '08771111222' })
  await order('2026-11-12T05:00:00Z', { userId: null, phone: '08120000000' })
  await shop.db.updateTable('orders').set({ delivery_way: 'pickup' }).where('id', '=', last).execute()
  const { customers, cities } = await ask<Report>('report')
  expect(customers.map(({ id, now: { orders } }) => [id === last, orders])).toEqual([
    [true, 2],
    [false, 1],
  ])
  expect(cities.map(({ name }) => name)).toEqual([null, 'Ambil sendiri'])
})

test('orders without account that share the phone number of an account are beside it, and in none of its sums', async () => {
  const first = await order('2026-11-01T05:00:00Z', { userId: null, phone: '+62 812 3456 7890' })
  await order('2026-11-02T05:00:00Z', { status: 'DIPROSES' })
  const paid = await order('2026-11-03T05:00:00Z')
  await pay(paid, { isTakenBack: true })
  for (const id of await shop.db.selectFrom('orders').select('id').where('id', '<>', paid).execute()) await pay(id.id)
  const other = await makeUser(shop.db, { now, phone: '081234567890' })
  await order('2026-11-04T05:00:00Z', { userId: other.id })
  const stranger = await order('2026-11-05T05:00:00Z', { userId: null, phone: '08120000000' })
  const sums = { name: 'Ani', paid_orders: 1, revenue: 46_000, refunded: 46_000, owed: 0 }
  for (const id of [ani.id, paid]) {
    expect(await ask<Customer>(`customers/${id}?limit=2`)).toMatchObject({
      ...{ ...sums, first_order_at: '2026-11-02T05:00:00.000Z', last_order_at: '2026-11-03T05:00:00.000Z' },
      orders: { data: [{ id: paid }, {}], pagination: { total_orders: 2, total_page: 1 } },
      same_phone: { total: 1, orders: [{ id: first }] },
    })
  }
  const none = { same_phone: { total: 0, orders: [] } }
  expect(await ask<Customer>(`customers/${first}`)).toMatchObject({
    email: null,
    paid_orders: 1,
    revenue: 46_000,
    ...none,
  })
  await shop.db.updateTable('users').set({ phone: '-' }).where('id', '=', admin.id).execute()
  expect(await ask<Customer>(`customers/${admin.id}`)).toMatchObject({ paid_orders: 0, last_order_at: null, ...none })
  await pay(stranger)
  expect(await ask<Customer>(`customers/${stranger}`)).toMatchObject({ phone: '08120000000', paid_orders: 1 })
  for (const id of ['tidak-ada', '0190aaaa-0000-7000-8000-000000000000']) {
    expect((await api.inject({ url: `/admin/customers/${id}`, headers: admin.headers })).statusCode).toBe(404)
  }
})

test('a note and tags are of an account, or of the phone number of orders without one', async () => {
  const mine = await order('2026-11-01T05:00:00Z')
  const chat = { userId: null, phone: '+62 812 3456 7890' }
  const [first, second] = [await order('2026-11-02T05:00:00Z', chat), await order('2026-11-03T05:00:00Z', chat)]
  const write = (id: string, payload: object) =>
    api.inject({ method: 'PUT', url: `/admin/customers/${id}/note`, headers: admin.headers, payload })
  const noted = async (id: string) => {
    const { note, tags } = await ask<Customer>(`customers/${id}`)
    return { note, tags }
  }
  expect(await noted(ani.id)).toEqual({ note: '', tags: [] })
  const reseller = { note: ' Suka pedas ', tags: ['Reseller', ' reseller', 'tetangga'] }
  expect((await write(mine, reseller)).statusCode).toBe(200)
  expect(await noted(ani.id)).toEqual({ note: 'Suka pedas', tags: ['reseller', 'tetangga'] })
  expect(await noted(first)).toEqual({ note: '', tags: [] })
  await write(first, { note: 'Lewat WhatsApp', tags: [] })
  expect(await noted(second)).toEqual({ note: 'Lewat WhatsApp', tags: [] })
  await write(ani.id, { note: '', tags: [] })
  expect(await noted(mine)).toEqual({ note: '', tags: [] })
  expect((await write('tidak-ada', reseller)).statusCode).toBe(404)
  expect((await write(ani.id, { note: '', tags: Array(11).fill('x') })).statusCode).toBe(400)
})

test('two reports are read at a time, in turn, and none that nobody waits for any more', async () => {
  await order('2026-11-10T05:00:00Z')
  const answers = await inAnotherTransaction(shop.pool, async (other) => {
    await other.query('lock table order_items')
    const asked = Array.from({ length: 6 }, () => {
      const left = new AbortController()
      const asking = { url: '/admin/report', headers: admin.headers, signal: left.signal }
      return { left, answer: api.inject(asking).catch(() => undefined) }
    })
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(2)
    for (const { left } of asked.slice(2, 4)) left.abort()
    await other.query('commit')
    return Promise.all(asked.map(({ answer }) => answer))
  })
  expect(answers.map((answer) => answer?.statusCode)).toEqual([200, 200, undefined, undefined, 200, 200])
})

test.each(['from=2026-11-02&to=2026-11-01', 'from=2026-11-02', 'from=2024-01-01&to=2026-01-01'])(
  'no report of %s',
  async (query) => {
    const answer = await api.inject({ url: `/admin/report?${query}`, headers: admin.headers })
    expect(answer.json()).toMatchObject({ code: 'VALIDATION', fields: { to: expect.any(String) } })
  },
)

test('a buyer at the stall without a phone number is no customer, neither of the report nor of a page', async () => {
  const atStall = { userId: null, phone: '', status: 'SELESAI' as const }
  const [first] = [await order('2026-11-19T01:00:00Z', atStall), await order('2026-11-19T02:00:00Z', atStall)]
  await order('2026-11-19T03:00:00Z', { userId: null, phone: '0819-1111-2222' })
  const report = await ask<Report>('report?from=2026-11-19&to=2026-11-19')
  expect([report.totals.now.orders, report.customers.map(({ now }) => now.orders)]).toEqual([3, [1]])
  const answer = await api.inject({ url: `/admin/customers/${first}`, headers: admin.headers })
  expect(answer.statusCode).toBe(404)
})

test('a cost is asked for while a sold product has none, not because of orders from before it was set', async () => {
  await order('2026-11-19T01:00:00Z', { lines: [{ product: opak, quantity: 1 }] })
  const asks = async () => (await ask<Report>('report?from=2026-11-19&to=2026-11-19')).asks_costs
  expect(await asks()).toBe(true)
  await shop.db.updateTable('products').set({ cost_price: 5_000 }).where('id', '=', opak.id).execute()
  expect(await asks()).toBe(false)
  await shop.db.updateTable('products').set({ cost_price: null }).where('id', '=', opak.id).execute()
})
