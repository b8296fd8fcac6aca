/** Orders, from an empty cart to a payment token, of many buyers at once. */
import { randomUUID } from 'node:crypto'
import { type Load, openClient, prepare, spread } from './load.ts'
import { flowBuyerCount, type SeededShop } from './seeded-shop.ts'

export async function orderFlows(shop: SeededShop, seconds: number, atOnce = flowBuyerCount): Promise<Load> {
  const times: number[] = []
  const refused: Record<string, number> = {}
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000

  async function buy(index: number): Promise<void> {
    const client = await openClient(shop.origin)
    const { headers } = shop.buyers[index % shop.buyers.length] ?? { headers: {} }
    const post = async (path: string, body: object) => {
      const all = { ...headers, 'idempotency-key': randomUUID() }
      const { status } = await client.ask(prepare(path, { method: 'POST', headers: all, body }))
      if (status >= 400) refused[status] = (refused[status] ?? 0) + 1
    }
    for (let flow = index; performance.now() < endsAt; flow += 1) {
      const product_id = shop.productIds[flow % shop.productIds.length]
      const sentAt = performance.now()
      await post('/api/carts', { product_id, quantity: 1 })
      await post('/api/orders', { address: 'Jl. Melati 1', other_costs: 6_000 })
      times.push(performance.now() - sentAt)
    }
    client.close()
  }

  await Promise.all(Array.from({ length: Math.min(atOnce, shop.buyers.length) }, (_, i) => buy(i)))
  const took = (performance.now() - startedAt) / 1_000
  return { requests: times.length, seconds: took, perSecond: times.length / took, ...spread(times), refused }
}
