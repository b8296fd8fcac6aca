import { jakartaMidnight } from '@camilan/contract/jakarta'
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
const midnight = jakartaMidnight('2026-11-20')
const on = (day: number, ms = hours(12)) => later(midnight, days(day) + ms)
let userId: string
let products: ProductRow[]

beforeAll(async () => {
  userId = (await makeUser(shop.db)).id
  products = [await makeProduct(shop.db), await makeProduct(shop.db, { price: 40_000 }), await makeProduct(shop.db)]
})

beforeEach(deleteOrders)

async function deleteOrders(): Promise<void> {
  await sql`truncate orders, sales_days cascade`.execute(shop.db)
}

function order(orderTime: Date, status: OrderStatus = 'DIBAYAR', { kind = 0, db = shop.db } = {}): Promise<string> {
  const lines = products.slice(kind).map((product, more) => ({ product, quantity: 1 + kind + more }))
  return writeOrder(db, { userId, status, orderTime, lines })
}

const setStatus = (id: string, status: OrderStatus) =>
  shop.db.updateTable('orders').set({ status }).where('id', '=', id).execute()

async function daysSummedUp(): Promise<string[]> {
  const rows = await shop.db.selectFrom('sales_days').select('day').orderBy('day').execute()
  return rows.map(({ day }) => String(day))
}

async function expectSameAsPlainDashboard(now: Date): Promise<void> {
  for (const count of [1, 2, 7, 30]) {
    expect(await readDashboard(shop.db, count, now)).toMatchObject(await plainDashboard(shop.db, count, now))
  }
  const wrong = (await checkBooks(shop.db, now)).filter(({ rule }) => rule.startsWith('day-'))
  expect(wrong).toEqual([])
}

test('a day is summed up when it has been over for an hour and none of its orders is unpaid', async () => {
  const waiting = await order(on(0), 'DIPROSES')
  await order(on(0))
  await order(on(1))
  await order(on(3), 'DIBATALKAN')
  await sumUpDays(shop.db, on(4, hours(1)))
  expect(await daysSummedUp()).toEqual([])
  await setStatus(waiting, 'DIBATALKAN')
  await sumUpDays(shop.db, on(4, hours(1) - 1))
  expect(await daysSummedUp()).toEqual(['2026-11-20', '2026-11-21'])
  await sumUpDays(shop.db, on(4, hours(1)))
  expect(await daysSummedUp()).toEqual(['2026-11-20', '2026-11-21', '2026-11-23'])
  await expectSameAsPlainDashboard(on(4))
})

test('one call sums up years, also with months without orders between them', async () => {
  for (const day of [-800, -799, -400, -40, -1]) await order(on(day))
  await sumUpDays(shop.db, on(1))
  expect(await daysSummedUp()).toHaveLength(5)
  await expectSameAsPlainDashboard(on(1))
})

test('a new order of a past day deletes the sums of that day and of later ones, until they are summed up again', async () => {
  for (const day of [0, 1, 2, 3]) await order(on(day))
  await sumUpDays(shop.db, on(5))
  await order(on(2), 'DIPROSES')
  expect(await daysSummedUp()).toEqual(['2026-11-20', '2026-11-21'])
  await expectSameAsPlainDashboard(on(5))
  await sumUpDays(shop.db, on(5))
  expect(await daysSummedUp()).toEqual(['2026-11-20', '2026-11-21'])
})

test('a day that is opened again while others are summed up leaves no gap', async () => {
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
  await expectSameAsPlainDashboard(on(4))
})

test('two concurrent calls sum up each day once', async () => {
  for (const day of [0, 1, 2]) await order(on(day))
  await Promise.all([sumUpDays(shop.db, on(4)), sumUpDays(shop.db, on(4))])
  expect(await daysSummedUp()).toHaveLength(3)
  await expectSameAsPlainDashboard(on(4))
})

/** Times since midnight in Jakarta, near both ends of the day and in the middle. */
const timeOfDay = fc.constantFrom(0, 1, minutes(30), hours(7), hours(12), hours(24) - 1)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ place: timeOfDay, daysAgo: fc.constantFrom(0, 0, 0, 1, 2, 6), kind: fc.nat(2) }),
  },
  { weight: 8, arbitrary: fc.record({ move: fc.nat(), choice: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ sumUpAt: timeOfDay }) },
  { weight: 2, arbitrary: fc.record({ daysPass: fc.integer({ min: 1, max: 3 }) }) },
)

test('after any sequence of orders, transitions and sums, the figures are those of the orders', async () => {
  let summedUp = 0
  const play = async (steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
    await deleteOrders()
    const orders: { id: string; status: OrderStatus }[] = []
    let today = 0
    for (const step of steps) {
      if ('place' in step) {
        const id = await order(on(today - step.daysAgo, step.place), 'DIPROSES', step)
        orders.push({ id, status: 'DIPROSES' })
      } else if ('move' in step) {
        const moved = orders[step.move % orders.length]
        const possible = transitions.filter(({ from }) => from === moved?.status)
        const transition = possible[step.choice % possible.length]
        if (!moved || !transition) continue
        await setStatus(moved.id, transition.to)
        moved.status = transition.to
      } else if ('sumUpAt' in step) {
        await sumUpDays(shop.db, on(today, step.sumUpAt))
      } else {
        today += step.daysPass
      }
    }
    await expectSameAsPlainDashboard(on(today))
    await sumUpDays(shop.db, on(today))
    await expectSameAsPlainDashboard(on(today))
    summedUp += (await daysSummedUp()).length
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), play), { numRuns: 30 })
  expect(summedUp).toBeGreaterThan(0)
})
