/** The clock of the server jumps three days ahead while four hundred orders wait for their payment. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { alertClock } from '../../server/src/payments/alert-clock.ts'
import { endLapsedOrders } from '../../server/src/payments/end-lapsed-orders.ts'
import { days, earlier } from '../../server/src/platform/clock.ts'
import { createClockWatch } from '../../server/src/platform/clock-watch.ts'
import { scheduleJob } from '../../server/src/platform/jobs/schedule-job.ts'
import { useShop } from '../../server/src/testing/make-shop.ts'

const count = 400
const shop = useShop()

test('no order is cancelled, and the administrators are notified once', async () => {
  const nastar = await shop.product({ price: 40_000, stock: count })
  const [ani, admin] = [await shop.customer(), await shop.onlyAdmin()]
  for (let i = 0; i < count; i += 1) await ani.buy(nastar)
  let aheadMs = 0
  const payments = {
    ...shop.payments,
    clockWatch: createClockWatch({
      clock: shop.clock,
      outside: [{ name: 'Midtrans', read: async () => earlier(shop.clock(), aheadMs) }],
      onWrong: (difference) => alertClock(shop.payments, difference),
      onRight() {},
    }),
  }
  expect(await payments.clockWatch.isRight()).toBe(true) // the other clock was read just before
  aheadMs = days(3)
  await shop.advanceClock(aheadMs)
  const job = scheduleJob({
    name: 'sweep with a wrong clock',
    seconds: 1,
    task: (db, signal) => endLapsedOrders({ ...payments, db }, signal),
    db: shop.db,
    log: { error: (details) => console.error(details) },
  })
  await wait(20_000)
  await job.stop()
  const orders = await shop.db.selectFrom('orders').select('status').execute()
  const cancelled = orders.filter(({ status }) => status === 'DIBATALKAN').length
  console.log(`${cancelled} of ${orders.length} orders were cancelled in 20 s`)
  expect(cancelled).toBe(0)
  expect((await admin.messages(null)).filter((message) => message.startsWith('Jam server toko'))).toHaveLength(1)
})
