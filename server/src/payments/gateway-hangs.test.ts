import { expect, test } from 'vitest'
import { useShop } from '../testing/make-shop.ts'

/** Longer than everything else in this test takes: a request that is answered sooner has not waited for the gateway. */
const gatewayTimeoutMs = 4_000
const shop = useShop({ gatewayTimeoutMs })
const buyerCount = 50

const times = <Result>(count: number, act: (i: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

test('while the gateway hangs for fifty buyers, other requests are answered and no transaction is open', {
  timeout: 60_000,
}, async () => {
  const jar = await shop.product({ stock: 1_000 })
  const buyers = await times(buyerCount, () => shop.customer())
  for (const buyer of buyers) await buyer.addToCart(jar, 1)
  await shop.sandbox.setFaults({ create: 'hang' })
  const before = shop.sandbox.countCalls('POST', '/snap/v1/transactions')
  const placing = Promise.all(buyers.map((buyer) => buyer.placeOrder()))
  const waiting = () => shop.sandbox.countCalls('POST', '/snap/v1/transactions') - before
  await expect.poll(waiting, { timeout: 20_000, interval: 20 }).toBe(buyerCount)

  const startedAt = performance.now()
  expect(await openTransactions()).toBe(0)
  for (let i = 0; i < 20; i += 1) expect((await shop.ask('GET', '/products')).status).toBe(200)
  expect(performance.now() - startedAt).toBeLessThan(gatewayTimeoutMs / 2)

  for (const { status, body } of await placing) {
    expect(status).toBe(503)
    expect(body).toMatchObject({ code: 'PAYMENT_UNAVAILABLE', data: { order_id: expect.any(String) } })
  }
  await shop.sandbox.reset()
  for (const buyer of buyers) {
    const [order] = (await buyer.orders()).data
    expect((await buyer.openPayment(order?.id ?? '')).status).toBe(200)
    expect((await buyer.orders()).data).toHaveLength(1)
  }
  expect(await shop.stockOf(jar)).toBe(1_000 - buyerCount)
})

async function openTransactions(): Promise<number> {
  const { rows } = await shop.pool.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
  )
  return rows[0]?.open ?? 0
}
