/** The server and PostgreSQL in other time zones: days are Jakarta's, and deadlines are the same moments. */
import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import type { OrderList } from '@camilan/contract/orders'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkBooks } from '../../server/src/office/reports/check-books.ts'
import { days, earlier, hours, later, minutes } from '../../server/src/platform/clock.ts'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from '../../server/src/testing/make-user.ts'
import { plainDashboard } from '../../server/src/testing/plain-dashboard.ts'
import { useSharedGateway } from '../../server/src/testing/shared-gateway.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { writeOrder } from '../../server/src/testing/write-order.ts'

const database = useTestDb()
const shared = useSharedGateway()
const dayCount = 5
/** Around the midnights of Jakarta, UTC (07:00), Los Angeles (14:00 or 15:00) and Kiritimati (17:00). */
const times = [0, hours(7), hours(14), hours(15), hours(17)].flatMap((ms) => [ms - 1, ms, ms + 1])
const today = jakartaMidnight(jakartaDay(new Date()))

let admin: TestUser
const idsOfDay = new Map<string, string[]>()
/** The answers in the first time zone. */
let expected: object | undefined

beforeAll(async () => {
  admin = await makeAdmin(database.db)
  const buyer = await makeUser(database.db)
  const product = await makeProduct(database.db, { price: 10_000 })
  const began = earlier(today, days(dayCount))
  let quantity = 0
  for (let day = 0; day < dayCount; day += 1) {
    for (const ms of times) {
      const orderTime = later(began, days(day) + ms)
      if (orderTime >= today) continue
      quantity += 1 // so that no two sums are equal by chance
      const status = quantity % 7 === 0 ? 'DIBATALKAN' : 'SELESAI'
      const id = await writeOrder(database.db, { userId: buyer.id, status, orderTime, lines: [{ product, quantity }] })
      const attempt = { id, order_id: id, number: 1, amount: 10_000, created_at: orderTime, expires_at: orderTime }
      const end =
        status === 'SELESAI' ? ({ status: 'SUKSES', paid_at: orderTime } as const) : { status: 'KADALUARSA' as const }
      await database.db
        .insertInto('payment_attempts')
        .values({ ...attempt, ...end })
        .execute()
      idsOfDay.set(jakartaDay(orderTime), [...(idsOfDay.get(jakartaDay(orderTime)) ?? []), id])
    }
  }
}, 300_000)

test.each(['Asia/Jakarta', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'in %s the sums, lists and deadlines are the same',
  { timeout: 120_000 },
  async (zone) => {
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    await database.pool.query(`alter database ${rows[0]?.name} set timezone = '${zone}'`)
    await database.pool.query('select recount_orders()')
    await database.pool.query('truncate leases') // so that the job that sums up all orders runs at the start
    const { gateway, environment } = shared
    const shop = await startShopProcess(database.connection, { ...environment, TZ: zone })
    onTestFinished(async () => void (await shop.stop()))
    const seller = clientOf(admin, shop.origin)

    await expect.poll(() => database.db.selectFrom('order_changes').selectAll().execute()).toEqual([])
    const past = database.db
      .selectFrom('order_days')
      .selectAll()
      .where('day', '<', jakartaDay(today) as never)
    const sums = await past.orderBy('day').orderBy('status').execute()
    expect(new Set(sums.map(({ day }) => String(day)))).toEqual(new Set(idsOfDay.keys()))
    const dashboard = (await seller.ask('GET', `/admin/dashboard?days=${dayCount + 2}`)).body.data
    expect(dashboard).toMatchObject(await plainDashboard(database.db, dayCount + 2, new Date()))

    const lists: Record<string, object[]> = {}
    for (const [day, ids] of idsOfDay) {
      const { body } = await seller.ask<OrderList['data']>('GET', `/admin/orders?from=${day}&to=${day}&limit=100`)
      lists[day] = body.data.map(({ id, order_time, transaction }) => ({ id, order_time, transaction }))
      expect(body.data.map(({ id }) => id)).toEqual(ids)
    }
    const ticket = await seller.ask<{ url: string }>('POST', `/admin/orders/export?to=${jakartaDay(earlier(today, 1))}`)
    const csv = await (await fetch(shop.origin + new URL(ticket.body.data.url).pathname)).text()
    const answers = { sums, lists, csv }
    expected ??= answers
    expect(answers).toEqual(expected)
    expect(csv.split('\n').length).toBeGreaterThan(times.length)

    const buyer = clientOf(await makeUser(database.db), shop.origin)
    const product = await makeProduct(database.db)
    const [paidId, unpaidId] = [await buyer.buy(product), await buyer.buy(product)]
    const apart = (one: string | number | null, other: number) =>
      Math.abs(new Date(one ?? '').getTime() - other) / minutes(1)
    const { order_time, transaction } = await buyer.order(unpaidId)
    expect(Date.parse(transaction.expires_at) - Date.parse(order_time)).toBe(days(1))
    expect(apart(order_time, Date.now())).toBeLessThan(1)
    const { pageExpiresAt } = await gateway.transaction(unpaidId)
    expect(apart(pageExpiresAt, Date.parse(transaction.expires_at))).toBeLessThanOrEqual(1)

    await gateway.pay(paidId)
    await expect.poll(async () => (await buyer.order(paidId)).status).toBe('DIBAYAR')
    expect(apart((await buyer.order(paidId)).transaction.paid_at, Date.now())).toBeLessThan(1)
    const asked = () => gateway.countCalls('GET', `/v2/${unpaidId}/status`)
    const before = asked()
    await expect.poll(asked).toBeGreaterThan(before + 2)
    expect((await buyer.order(unpaidId)).status).toBe('DIPROSES')

    const rules = (await checkBooks(database.db, new Date())).map(({ rule }) => rule)
    expect(rules.filter((rule) => rule.startsWith('day-') || rule === 'overdue')).toEqual([])
  },
)
