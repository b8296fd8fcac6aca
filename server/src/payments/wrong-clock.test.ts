import { emptyReport } from '@camilan/midtrans/wire'
import { expect, test } from 'vitest'
import { days, earlier, minutes } from '../platform/clock.ts'
import { createClockWatch } from '../platform/clock-watch.ts'
import { useShop } from '../testing/make-shop.ts'
import { useEach } from '../testing/use-each.ts'
import { applyReport } from './apply/apply-report.ts'
import { whenUnpaid } from './apply/ask-about.ts'
import { cancelExpiredOrders } from './attempts/cancel-expired-orders.ts'
import { alertClock } from './clock-guard.ts'

const shop = useShop()
const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())

/** The lead of the shop's clock over the gateway's. */
let aheadMs = 0
/** The dependencies of the verbs while the gateway's clock shows another time. */
const payments = () => ({
  ...shop.payments,
  clockWatch: createClockWatch({
    clock: shop.clock,
    outside: [{ name: 'Midtrans', read: async () => earlier(shop.clock(), aheadMs) }],
    onChange: (difference) => alertClock(shop.payments, difference),
    recheckMs: 0,
  }),
})

async function placeOrders(count: number): Promise<string[]> {
  const nastar = await shop.product({ price: 40_000, stock: 1_000 })
  const ids: string[] = []
  while (ids.length < count) ids.push(await ani.buy(nastar))
  return ids
}

const notified = async () => (await admin.messages(null)).filter((message) => message.startsWith('Jam server toko'))

test('no unpaid order ends while the clock is three days ahead, and the administrators are notified once', async () => {
  const ids = await placeOrders(40)
  const deps = payments()
  aheadMs = days(3)
  await shop.advanceClock(aheadMs)
  for (let run = 0; run < 3; run += 1) await cancelExpiredOrders(deps)
  for (const id of ids) expect((await ani.order(id)).status).toBe('DIPROSES')
  expect(shop.sandbox.countCalls('POST', '/')).toBe(ids.length) // the tokens show that nothing was closed at the gateway
  expect(await notified()).toEqual([expect.stringContaining('4.320 menit lebih cepat dari jam Midtrans')])
  await cancelExpiredOrders(payments()) // after a restart: the administrators have not read it yet
  expect(await notified()).toHaveLength(1)

  aheadMs = 0 // the deadlines have really passed
  await cancelExpiredOrders(deps)
  for (const id of ids) expect((await ani.order(id)).status).toBe('DIBATALKAN')
})

test('a payment that expired ends without its order while the clock is wrong; the order ends later', async () => {
  const [id = ''] = await placeOrders(1)
  const deps = payments()
  aheadMs = days(3)
  await shop.advanceClock(aheadMs)
  const report = {
    ...emptyReport,
    state: 'expired',
    gatewayState: 'expire',
    orderId: id,
    amount: 46_000,
    currency: 'IDR',
  } as const
  expect(await applyReport(deps, { attemptId: id, report, ...whenUnpaid })).toBe('fail')
  expect((await ani.order(id)).status).toBe('DIPROSES')
  aheadMs = 0
  await cancelExpiredOrders(deps)
  expect((await ani.order(id)).status).toBe('DIBATALKAN')
})

test('a difference of five minutes does not matter', async () => {
  const [id = ''] = await placeOrders(1)
  aheadMs = minutes(5)
  await shop.advanceClock(days(1))
  await cancelExpiredOrders(payments())
  expect((await ani.order(id)).status).toBe('DIBATALKAN')
})
