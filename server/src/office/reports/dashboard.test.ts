import { beforeAll, expect, test } from 'vitest'
import { makeGuards } from '../../people/login/guards.ts'
import { makeApi } from '../../testing/make-api.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from '../../testing/make-user.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { writeOrder } from '../../testing/write-order.ts'
import { reportRoutes } from './routes.ts'

const shop = useTestDb()
/** Half past midnight of 20 November in Jakarta. */
const now = new Date('2026-11-19T17:30:00Z')
let api: Awaited<ReturnType<typeof makeApi>>
let admin: TestUser
let buyer: TestUser

beforeAll(async () => {
  const { db } = shop
  const clock = () => now
  api = await makeApi(reportRoutes({ db, clock, guards: makeGuards({ db, clock }) }))
  admin = await makeAdmin(db, { now })
  buyer = await makeUser(db, { now })
})

const nothing = { revenue: 0, orders: 0 }

async function dashboard(days?: string) {
  const url = days === undefined ? '/admin/dashboard' : `/admin/dashboard?days=${days}`
  const answer = await api.inject({ url, headers: admin.headers })
  expect(answer.statusCode).toBe(200)
  return answer.json().data
}

test('a new shop has zero everywhere, and an entry for every day', async () => {
  const { revenue_by_day, ...rest } = await dashboard()
  expect(rest).toEqual({
    total_users: 2,
    total_orders: 0,
    orders_by_status: { DIPROSES: 0, DIBAYAR: 0, DIKIRIM: 0, SELESAI: 0, DIBATALKAN: 0 },
    revenue: 0,
    refunded: 0,
    owed: 0,
    net_revenue: 0,
    best_sellers: [],
    periods: { today: nothing, this_month: nothing, last_month: nothing },
    low_stock: [],
    payment_troubles: [],
  })
  expect(revenue_by_day).toHaveLength(30)
  expect(revenue_by_day[0]).toEqual({ date: '2026-10-22', revenue: 0, orders: 0 })
  expect(revenue_by_day[29]).toEqual({ date: '2026-11-20', revenue: 0, orders: 0 })
})

test('a paid order counts on the Jakarta day on which it was placed; totals are of all time', async () => {
  const { db } = shop
  const userId = buyer.id
  const nastar = await makeProduct(db, { name: 'Nastar', price: 40_000, stock: 100 })
  const keju = await makeProduct(db, { name: 'Kue Keju', price: 50_000, stock: 100 })
  const at = (orderTime: string) => ({ userId, orderTime: new Date(orderTime) })
  await writeOrder(db, { ...at('2026-11-19T17:00:00Z'), status: 'DIBAYAR', lines: [{ product: nastar, quantity: 2 }] })
  await writeOrder(db, { ...at('2026-11-19T16:59:59Z'), status: 'DIKIRIM', lines: [{ product: keju, quantity: 2 }] })
  await writeOrder(db, {
    ...at('2026-11-18T17:00:00Z'),
    status: 'SELESAI',
    lines: [
      { product: keju, quantity: 1 },
      { product: nastar, quantity: 1 },
    ],
  })
  await writeOrder(db, { ...at('2026-11-18T16:59:59Z'), status: 'SELESAI', lines: [{ product: nastar, quantity: 50 }] })
  await writeOrder(db, { ...at('2026-11-19T17:10:00Z'), status: 'DIPROSES', lines: [{ product: nastar, quantity: 9 }] })
  await writeOrder(db, { ...at('2026-11-19T17:10:00Z'), status: 'DIBATALKAN', lines: [{ product: keju, quantity: 9 }] })
  await db.updateTable('products').set({ name: 'Keju Istimewa' }).where('id', '=', keju.id).execute()

  expect(await dashboard('2')).toMatchObject({
    total_orders: 6,
    orders_by_status: { DIPROSES: 1, DIBAYAR: 1, DIKIRIM: 1, SELESAI: 2, DIBATALKAN: 1 },
    revenue: 86_000 + 106_000 + 96_000 + 2_006_000,
    revenue_by_day: [
      { date: '2026-11-19', revenue: 202_000, orders: 2 },
      { date: '2026-11-20', revenue: 86_000, orders: 1 },
    ],
    best_sellers: [
      { product_id: keju.id, name: 'Keju Istimewa', quantity: 3, revenue: 150_000 },
      { product_id: nastar.id, name: 'Nastar', quantity: 3, revenue: 120_000 },
    ],
  })
})

test('today, this month and the last month begin at midnight in Jakarta', async () => {
  await shop.pool.query('truncate orders cascade')
  const product = await makeProduct(shop.db, { price: 10_000, stock: 100 })
  for (const [orderTime, quantity] of [
    ['2026-11-19T17:00:00Z', 1],
    ['2026-11-19T16:59:59Z', 2],
    ['2026-10-31T17:00:00Z', 4],
    ['2026-10-31T16:59:59Z', 8],
    ['2026-09-30T17:00:00Z', 16],
    ['2026-09-30T16:59:59Z', 32],
  ] as const) {
    const lines = [{ product, quantity }]
    const order = { userId: buyer.id, orderTime: new Date(orderTime), otherCosts: 0, lines }
    await writeOrder(shop.db, { ...order, status: 'SELESAI' })
    await writeOrder(shop.db, { ...order, status: 'DIBATALKAN' })
  }
  expect((await dashboard()).periods).toEqual({
    today: { revenue: 10_000, orders: 1 },
    this_month: { revenue: 70_000, orders: 3 },
    last_month: { revenue: 240_000, orders: 2 },
  })
})

test('stock is low at the product’s own threshold, 5 by default; the lowest comes first, without archived products', async () => {
  for (const [name, stock, low_stock_at] of [
    ['Lima', 5, undefined],
    ['Enam', 6, undefined],
    ['Habis', 0, 0],
    ['Cukup', 3, 2],
    ['Dua puluh', 20, 20],
  ] as const) {
    await makeProduct(shop.db, { name, stock, ...(low_stock_at !== undefined && { low_stock_at }) })
  }
  await makeProduct(shop.db, { stock: 1, archived_at: now })
  expect(await dashboard()).toMatchObject({
    low_stock: [
      { name: 'Habis', stock: 0 },
      { name: 'Lima', stock: 5 },
      { name: 'Dua puluh', stock: 20 },
    ],
  })
})

test.each([
  ['0', 1],
  ['1000', 366],
  ['banyak', 30],
])('days=%s means %i', async (days, count) => {
  expect((await dashboard(days)).revenue_by_day).toHaveLength(count)
})
