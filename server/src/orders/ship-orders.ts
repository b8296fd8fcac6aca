import type { ShippingResult } from '@camilan/contract/orders'
import type { Administrator } from '../audit/record-change.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { ShopError } from '../platform/errors.ts'
import { shipOrder } from './ship-order.ts'

/**
 * An administrator ships several paid orders, each in its own transaction: a refused order does not stop the others. After
 * a failure in the middle, a second call ships the rest.
 */
export async function shipOrders(
  deps: { db: Db; clock: Clock },
  by: Administrator,
  orderIds: readonly string[],
): Promise<ShippingResult[]> {
  const results: ShippingResult[] = []
  for (const orderId of new Set(orderIds)) results.push(await shipOne(deps.db, by, orderId, deps.clock()))
  return results
}

async function shipOne(db: Db, by: Administrator, orderId: string, now: Date): Promise<ShippingResult> {
  try {
    const shipping = await shipOrder(db, by, { orderId, shipment: {} }, now)
    const note = shipping.outcome === 'shipped_before' ? shipping.sentence : null
    return { id: orderId, outcome: shipping.outcome, reason: null, note }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return { id: orderId, outcome: 'refused', reason: error.message, note: null }
  }
}
