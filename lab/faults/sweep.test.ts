/** The time of five hundred unpaid orders ends within one minute, while every answer of the gateway takes 200 ms. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { endLapsedOrders } from '../../server/src/payments/end-lapsed-orders.ts'
import { createGateway } from '../../server/src/payments/gateway.ts'
import { scheduleJob } from '../../server/src/platform/jobs/schedule-job.ts'
import { useShop } from '../../server/src/testing/make-shop.ts'
import { oneGateway } from '../../server/src/testing/one-gateway.ts'

const count = 500
const shop = useShop()

test('five hundred orders that lapse within a minute are each ended within 60 s of their time', {
  timeout: 300_000,
}, async () => {
  const nastar = await shop.product({ price: 40_000, stock: count })
  const buyers = await Promise.all(Array.from({ length: 10 }, () => shop.customer()))
  await Promise.all(
    buyers.map(async (buyer) => {
      for (let i = 0; i < count / buyers.length; i += 1) {
        await buyer.buy(nastar)
      }
    }),
  )
  // The job below uses the real clock: every deadline is within the next minute.
  await shop.pool.query(`update orders set expires_at = now() + random() * interval '60 s' where status = 'DIPROSES'`)
  const { origin } = shop.sandbox
  const gateway = createGateway({ serverKey: shop.serverKey, snapUrl: origin, apiUrl: origin })
  const slowly = async <Answer>(answer: Promise<Answer>) => {
    await wait(200)
    return answer
  }
  const payments = {
    ...shop.payments,
    clock: () => new Date(),
    gateways: oneGateway({
      ...gateway,
      status: (id: string) => slowly(gateway.status(id)),
      cancel: (id: string) => slowly(gateway.cancel(id)),
      cancelSession: (token: string) => slowly(gateway.cancelSession(token)),
    }),
  }
  const log = { error: (details: object) => console.error(details) }
  const job = scheduleJob({
    name: 'sweep under load',
    seconds: 5,
    task: (db, signal) => endLapsedOrders({ ...payments, db }, signal),
    db: shop.db,
    log,
  })
  const unpaid = async () => {
    const { rows } = await shop.pool.query<{ left: number }>(
      `select count(*)::int as left from orders where status = 'DIPROSES'`,
    )
    return rows[0]?.left
  }
  await expect.poll(unpaid, { timeout: 200_000, interval: 500 }).toBe(0)
  await job.stop()
  const { rows } = await shop.pool.query<{ slowest: number }>(
    `select extract(epoch from max(at - expires_at))::float8 as slowest
     from order_history join orders on orders.id = order_id where order_history.status = 'DIBATALKAN'`,
  )
  console.log(`slowest: ${rows[0]?.slowest.toFixed(1)} s after its time`)
  expect(rows[0]?.slowest).toBeLessThan(60)
  expect(await shop.stockOf(nastar)).toBe(count)
})
