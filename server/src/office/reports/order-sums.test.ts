import { jakartaMidnight } from '@camilan/contract/jakarta'
import { type OrderStatus, transitions } from '@camilan/contract/orders'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { applyOrderChanges } from '../../orders/export/apply-order-changes.ts'
import { days, hours, later, minutes } from '../../platform/clock.ts'
import { transact } from '../../platform/db/transact.ts'
import type { ProductRow } from '../../products/queries.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeUser } from '../../testing/make-user.ts'
import { plainDashboard } from '../../testing/plain-dashboard.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { writeOrder } from '../../testing/write-order.ts'
import { checkBooks } from './check-books.ts'
import { readDashboard } from './read-dashboard.ts'

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
  await sql`truncate orders cascade`.execute(shop.db)
}

function order(orderTime: Date, status: OrderStatus = 'DIBAYAR', { kind = 0, db = shop.db } = {}): Promise<string> {
  const lines = products.slice(kind).map((product, more) => ({ product, quantity: 1 + kind + more }))
  return writeOrder(db, { userId, status, orderTime, lines })
}

const setStatus = (id: string, status: OrderStatus) =>
  shop.db.updateTable('orders').set({ status }).where('id', '=', id).execute()

async function changesLeft(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from order_changes`.execute(shop.db)
  return rows[0]?.count ?? Number.NaN
}

async function expectSameAsPlainDashboard(now: Date): Promise<void> {
  for (const count of [1, 2, 7, 30]) {
    expect(await readDashboard(shop.db, count, now)).toMatchObject(await plainDashboard(shop.db, count, now))
  }
  const wrong = (await checkBooks(shop.db, now)).filter(({ rule }) => /^(day|search)-/.test(rule))
  expect(wrong).toEqual([])
}

test('an unpaid order delays no sums, and counts when it is paid', async () => {
  const waiting = await order(on(-40), 'DIPROSES')
  for (const day of [-800, -1, 0]) await order(on(day))
  await applyOrderChanges(shop.db)
  await expectSameAsPlainDashboard(on(1))
  await setStatus(waiting, 'DIBAYAR')
  await expectSameAsPlainDashboard(on(1))
  await applyOrderChanges(shop.db)
  expect(await changesLeft()).toBe(0)
  await expectSameAsPlainDashboard(on(1))
})

test('a change that commits while others are applied is applied later', async () => {
  await order(on(0))
  await transact(shop.db, async (tx) => {
    await order(on(0), 'DIBAYAR', { db: tx })
    await applyOrderChanges(shop.db)
  })
  expect(await changesLeft()).toBeGreaterThan(0)
  await expectSameAsPlainDashboard(on(1))
})

test('the orders are counted again while new ones are placed and the sums are written', async () => {
  for (const day of [0, 1, 2]) await order(on(day))
  const recount = () => sql`select recount_orders()`.execute(shop.db)
  const place = () => transact(shop.db, (db) => order(on(1), 'DIBAYAR', { db }))
  await Promise.all([recount(), applyOrderChanges(shop.db), place(), recount(), applyOrderChanges(shop.db)])
  await expectSameAsPlainDashboard(on(3))
})

test('a batch that takes too long is halved, down to one change', async () => {
  for (const day of [0, 1, 2]) await order(on(day))
  await sql`
    create function too_long() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 1 then raise query_canceled; end if;
      return null;
    end $$;
    create trigger takes_too_long after delete on order_changes referencing old table as gone
      for each statement execute function too_long()`.execute(shop.db)
  await applyOrderChanges(shop.db)
  await sql`drop function too_long cascade`.execute(shop.db)
  expect(await changesLeft()).toBe(0)
  await expectSameAsPlainDashboard(on(3))
})

/** Times since midnight in Jakarta, near both ends of the day and in the middle. */
const timeOfDay = fc.constantFrom(0, 1, minutes(30), hours(7), hours(12), hours(24) - 1)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ place: timeOfDay, daysAgo: fc.constantFrom(0, 0, 0, 1, 2, 6), kind: fc.nat(2) }),
  },
  { weight: 8, arbitrary: fc.record({ move: fc.nat(), choice: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ batch: fc.constantFrom(1, 3, 100) }) },
  { weight: 2, arbitrary: fc.record({ daysPass: fc.integer({ min: 1, max: 3 }) }) },
)

test('the figures equal those of the orders after any sequence of orders, transitions and sums', async () => {
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
      } else if ('batch' in step) {
        await applyOrderChanges(shop.db, undefined, step.batch)
      } else {
        today += step.daysPass
      }
    }
    await expectSameAsPlainDashboard(on(today))
    await applyOrderChanges(shop.db)
    await expectSameAsPlainDashboard(on(today))
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), play), { numRuns: 30 })
})
