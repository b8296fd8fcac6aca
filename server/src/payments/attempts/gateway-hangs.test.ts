import { expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'

const create = '/snap/v1/transactions'
const shop = useShop()
const buyerCount = 50

const times = <Result>(count: number, act: (i: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

test('other requests are answered and no transaction is open while the gateway leaves fifty buyers without an answer', async () => {
  const jar = await shop.product({ stock: 1_000 })
  const buyers = await times(buyerCount, () => shop.customer())
  for (const buyer of buyers) await buyer.addToCart(jar, 1)
  const held = buyers.map(() => shop.sandbox.holdCall('POST', create))
  let answered = 0
  const placings = buyers.map((buyer) => buyer.placeOrder().finally(() => (answered += 1)))
  await Promise.all(held.map(({ arrived }) => arrived))

  // Statements that notify the other processes of the orders may still run.
  await expect.poll(openTransactions).toBe(0)
  for (let i = 0; i < 20; i += 1) expect((await shop.ask('GET', '/products')).status).toBe(200)
  expect(answered).toBe(0)

  for (const call of held) call.cut()
  for (const { status, body } of await Promise.all(placings)) {
    expect(status).toBe(503)
    expect(body).toMatchObject({ code: 'PAYMENT_UNAVAILABLE', data: { order_id: expect.any(String) } })
  }
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
