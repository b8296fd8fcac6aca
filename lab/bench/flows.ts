/** Orders, from an empty cart to a payment token, of many buyers at once. */
import { randomUUID } from 'node:crypto'
import type { TestUser } from '../../server/src/testing/make-user.ts'
import { orderForm } from '../../server/src/testing/shop-client.ts'
import { forSeconds, type Load, prepare, repeat, withClients } from './load.ts'

/** The number of buyers who order at the same time. */
export const flowsAtOnce = 24

/** A shop with its buyers and their products. */
export interface FlowShop {
  origin: string
  flowBuyers: readonly TestUser[]
  productIds: readonly string[]
}

/** One for all runs, so that each buyer orders about as often as the others. */
let turn = 0

export async function orderFlows(shop: FlowShop, seconds: number, atOnce = flowsAtOnce): Promise<Load> {
  return withClients(shop.origin, atOnce, (clients) =>
    repeat(clients, forSeconds(seconds), async ({ ask }) => {
      const flow = turn++
      const { headers } = shop.flowBuyers[flow % shop.flowBuyers.length] ?? { headers: {} }
      const product_id = shop.productIds[flow % shop.productIds.length]
      const post = async (path: string, body: object) => {
        const all = { ...headers, 'idempotency-key': randomUUID() }
        return (await ask(prepare(path, { method: 'POST', headers: all, body }))).status
      }
      return [await post('/api/carts', { product_id, quantity: 1 }), await post('/api/orders', orderForm())]
    }),
  )
}
