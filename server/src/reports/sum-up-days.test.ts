import { type OrderStatus, transitions } from '@camilan/contract/orders'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProductRow } from '../catalog/queries.ts'
import { days, hours, later, minutes } from '../platform/clock.ts'
import { transact } from '../platform/db/transact.ts'
import { queriesWaiting } from '../testing/locks.ts'
import { makeProduct } from '../testing/make-product.ts'
import { makeUser } from '../testing/make-user.ts'
import { plainDashboard } from '../testing/plain-dashboard.ts'
import { useTestDb } from '../testing/test-db.ts'
import { writeOrder } from '../testing/write-order.ts'
import { checkBooks } from './check-books.ts'
import { readDashboard } from './read-dashboard.ts'
import { sumUpDays } from './sum-up-days.ts'

const shop = useTestDb()
/** When 20 November begins in Jakarta. */
const midnight = new Date('2026-11-19T17:00:00Z')
const on = (day: number, ms = hours(12)) => later(midnight, days(day) + ms)
let userId: string
let products: ProductRow[]

beforeAll(async () => {
  userId = (await makeUser(shop.db)).id
  products = [await makeProduct(shop.db), await makeProduct(shop.db, { price: 40_000 }), await makeProduct(shop.db)]
})

beforeEach(forgetOrders)

async function forgetOrders(): Promise<void> {
  await sql`truncate orders, sales_days cascade`.execute(shop.db)
}

function order(orderTime: Date, status: OrderStatus = 'DIBAYAR', { kind = 0, db = shop.db } = {}): Promise<string> {
  const lines = products.slice(kind).map((product, more) => ({ product, quantity: 1 + kind + more }))
  return writeOrder(db, { userId, status, orderTime, lines })
}

const become = (id: string, status: OrderStatus) =>
  shop.db.updateTable('orders').set({ status }).where('id', '=', id).execute()

async function daysSummedUp(): Promise<string[]> {
  const rows = await shop.db.selectFrom('sales_days').select('day').orderBy('day').execute()
  return rows.map(({ day }) => String(day))
}

async function expectSameAsPlainSql(now: Date): Promise<void> {
  for (const count of [1, 2, 7, 30]) {
    expect(await readDashboard(shop.db, count, now)).toMatchObject(await plainDashboard(shop.db, count, now))
  }
  const wrong = (await checkBooks(shop.db, now)).filter(({ rule }) => rule.startsWith('day-'))
  expect(wrong).toEqual([])
}

test('a day is summed up once it is over for an hour and none of its orders waits for payment', async () => {
  const waiting = await order(on(0), 'DIPROSES')
  await order(on(0))
  await order(on(1))
  await order(on(3), 'DIBATALKAN')
  await sumUpDays(shop.db, on(4, hours(1)))
  expect(await daysSummedUp()).toEqual([])
  await become(waiting, 'DIBATALKAN')
  await sumUpDays(shop.db, on(4, hours(1) - 1))
  expect(await daysSummedUp()).toEqual(['2026-11-20', '2026-11-21'])
  await sumUpDays(shop.db, on(4, hours(1)))
  expect(await daysSummedUp()).toEqual(['2026-11-20', '2026-11-21', '2026-11-23'])
  await expectSameAsPlainSql(on(4))
})

test('years of business are summed up in one call, quiet months between them or not', async () => {
  for (const day of [-800, -799, -400, -40, -1]) await order(on(day))
  await sumUpDays(shop.db, on(1))
  expect(await daysSummedUp()).toHaveLength(5)
  await expectSameAsPlainSql(on(1))
})

test('an order that comes to a day of the past opens it, and those after it, until they are summed up again', async () => {
  for (const day of [0, 1, 2, 3]) await order(on(day))
  await sumUpDays(shop.db, on(5))
  await order(on(2), 'DIPROSES')
  expect(await daysSummedUp()).toEqual(['2026-11-20', '2026-11-21'])
  await expectSameAsPlainSql(on(5))
  await sumUpDays(shop.db, on(5))
  expect(await daysSummedUp()).toEqual(['2026-11-20', '2026-11-21'])
})

test('a day that is opened while others are summed up leaves no gap', async () => {
  for (const day of [0, 1]) await order(on(day))
  await sumUpDays(shop.db, on(2, hours(2)))
  await order(on(2))
  let summing: Promise<void> = Promise.resolve()
  await transact(shop.db, async (tx) => {
    await order(on(0), 'DIBAYAR', { db: tx })
    summing = sumUpDays(shop.db, on(4))
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
  })
  await summing
  expect(await daysSummedUp()).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
  await expectSameAsPlainSql(on(4))
})

test('two that sum up at once do it once', async () => {
  for (const day of [0, 1, 2]) await order(on(day))
  await Promise.all([sumUpDays(shop.db, on(4)), sumUpDays(shop.db, on(4))])
  expect(await daysSummedUp()).toHaveLength(3)
  await expectSameAsPlainSql(on(4))
})

/** Close to the two ends of a Jakarta day, and in the middle of it. */
const timeOfDay = fc.constantFrom(0, 1, minutes(30), hours(7), hours(12), hours(24) - 1)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ place: timeOfDay, daysAgo: fc.constantFrom(0, 0, 0, 1, 2, 6), kind: fc.nat(2) }),
  },
  { weight: 8, arbitrary: fc.record({ move: fc.nat(), way: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ sumUpAt: timeOfDay }) },
  { weight: 2, arbitrary: fc.record({ daysPass: fc.integer({ min: 1, max: 3 }) }) },
)

test('whatever was ordered, paid, cancelled, shipped and undone, the figures are those of the orders', async () => {
  let summedUp = 0
  const play = async (steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
    await forgetOrders()
    const orders: { id: string; status: OrderStatus }[] = []
    let today = 0
    for (const step of steps) {
      if ('place' in step) {
        const id = await order(on(today - step.daysAgo, step.place), 'DIPROSES', step)
        orders.push({ id, status: 'DIPROSES' })
      } else if ('move' in step) {
        const moved = orders[step.move % orders.length]
        const ways = transitions.filter(({ from }) => from === moved?.status)
        const way = ways[step.way % ways.length]
        if (!moved || !way) continue
        await become(moved.id, way.to)
        moved.status = way.to
      } else if ('sumUpAt' in step) {
        await sumUpDays(shop.db, on(today, step.sumUpAt))
      } else {
        today += step.daysPass
      }
    }
    await expectSameAsPlainSql(on(today))
    await sumUpDays(shop.db, on(today))
    await expectSameAsPlainSql(on(today))
    summedUp += (await daysSummedUp()).length
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), play), { numRuns: 30 })
  expect(summedUp).toBeGreaterThan(0)
}, 60_000)
