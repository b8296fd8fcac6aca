/**
 * The time of the shop for a webhook, with its question to the gateway, which answers at once. The settlement of each order
 * is sent five times: the first makes the order DIBAYAR, the others change nothing. Two hundred more orders warm the server
 * up.
 */
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { times } from '../../server/src/testing/many-at-once.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { prepare, repeat, withClients } from './load.ts'
import { measured, openShop } from './measured-shop.ts'
import { table } from './report.ts'

const warmUpCount = 200
const repetitions = 4
const ordersPerBuyer = 20

/** @returns the result as Markdown */
export async function measureWebhooks({ orders, atOnce }: { orders: number; atOnce: number }): Promise<string> {
  const buyerCount = (warmUpCount + orders) / ordersPerBuyer
  const shop = await openShop(async (db) => ({
    product: await makeProduct(db, { price: 40_000, stock: 1_000_000 }),
    users: await times(buyerCount, () => makeUser(db)),
  }))
  try {
    const { origin, seeded } = shop
    const { product, users } = seeded
    const webhooks: Buffer[] = []
    for (const user of users) {
      const buyer = clientOf(user, origin)
      for (let i = 0; i < ordersPerBuyer; i += 1) {
        const body = shop.gateway.notificationOf(await buyer.buy(product))
        webhooks.push(prepare('/api/payments/notification', { method: 'POST', body }))
      }
    }
    const send = (some: Buffer[]) =>
      withClients(origin, atOnce, (clients) => {
        const waiting = [...some]
        const sendNext = async ({ ask }: (typeof clients)[number]) => [(await ask(waiting.pop() ?? Buffer.of())).status]
        return repeat(clients, () => waiting.length > 0, sendNext)
      })
    await send(webhooks.splice(0, warmUpCount))
    const first = await measured(shop, () => send(webhooks))
    const again = await measured(shop, () => send(Array.from({ length: repetitions }, () => webhooks).flat()))
    const row = (name: string, { perSecond, p50, p99, longest, serverMs, postgresMs, refused }: typeof first) => {
      const figures = [p50, p99, longest, serverMs, postgresMs].map((ms) => ms.toFixed(1))
      return [name, Math.round(perSecond), ...figures, Object.keys(refused).join() || 'all 200']
    }
    return [
      `${orders} orders in a new shop, ${atOnce} webhooks always in progress.\n`,
      table(
        ['Webhook', 'per second', 'p50', 'p99', 'longest', 'CPU: server', 'PostgreSQL', 'answers'],
        [row('first: the order becomes DIBAYAR', first), row('again: no change', again)],
      ),
    ].join('\n')
  } finally {
    await shop.close()
  }
}
