/** Orders of many buyers at once, from an empty cart to a payment token. */
import { randomUUID } from 'node:crypto'
import { type Load, openClient, prepare, spread } from './load.ts'
import type { SeededShop } from './seeded-shop.ts'

/** The number of buyers who order at the same time. */
export const flowsAtOnce = 24

export type FlowShop = Pick<SeededShop, 'origin' | 'flowBuyers' | 'productIds'>

/** The count of all runs, so that each buyer orders about as often as the others. */
let turn = 0

export async function orderFlows(shop: FlowShop, seconds: number, atOnce = flowsAtOnce): Promise<Load> {
  const times: number[] = []
  const refused: Record<string, number> = {}
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000

  async function buy(): Promise<void> {
    const client = await openClient(shop.origin)
    const post = async (headers: Record<string, string>, path: string, body: object) => {
      const all = { ...headers, 'idempotency-key': randomUUID() }
      const { status } = await client.ask(prepare(path, { method: 'POST', headers: all, body }))
      if (status >= 400) refused[status] = (refused[status] ?? 0) + 1
    }
    while (performance.now() < endsAt) {
      const flow = turn++
      const { headers } = shop.flowBuyers[flow % shop.flowBuyers.length] ?? { headers: {} }
      const product_id = shop.productIds[flow % shop.productIds.length]
      const sentAt = performance.now()
      await post(headers, '/api/carts', { product_id, quantity: 1 })
      await post(headers, '/api/orders', { address: 'Jl. Melati 1', other_costs: 6_000 })
      times.push(performance.now() - sentAt)
    }
    client.close()
  }

  await Promise.all(Array.from({ length: atOnce }, buy))
  const took = (performance.now() - startedAt) / 1_000
  return { requests: times.length, seconds: took, perSecond: times.length / took, ...spread(times), refused }
}
