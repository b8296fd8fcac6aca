import { expect, test } from 'vitest'
import { checkBooks } from '../../src/office/reports/check-books.ts'
import { readDashboard } from '../../src/office/reports/read-dashboard.ts'
import { plainDashboard } from '../../src/testing/plain-dashboard.ts'
import { useTestDb } from '../../src/testing/test-db.ts'
import { makeLargeShop } from './large-shop.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')

test('the books of a large shop are consistent, also with a second large shop beside it', async () => {
  const progress: number[] = []
  const size = { orders: 2_500, users: 50, products: 20, batchSize: 1_000 }
  await makeLargeShop(shop.db, size, now, (done) => progress.push(done))
  await makeLargeShop(shop.db, size, now)

  expect(await checkBooks(shop.db, now)).toEqual([])
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(progress.at(-1)).toBe(1)
  for (const days of [7, 30, 90]) {
    expect(await readDashboard(shop.db, days, now)).toMatchObject(await plainDashboard(shop.db, days, now))
  }
  expect(await shop.db.selectFrom('order_changes').selectAll().execute()).toEqual([])
  const statuses = await shop.db
    .selectFrom('orders')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  expect(statuses.map(({ status }) => status).sort()).toEqual([
    'DIBATALKAN',
    'DIBAYAR',
    'DIKIRIM',
    'DIPROSES',
    'SELESAI',
  ])
  expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(5_000)
})
