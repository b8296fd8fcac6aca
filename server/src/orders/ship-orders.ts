import type { ShippingResult } from '@camilan/contract/orders'
import type { By } from '../audit/record-change.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { ShopError } from '../platform/errors.ts'
import { shipOrder } from './ship-order.ts'

/**
 * Ship each of these paid orders by itself: one that is refused keeps none of the others.
 * After a failure on the way, a second call ships the rest.
 */
export async function shipOrders(db: Db, ids: readonly string[], by: By, clock: Clock): Promise<ShippingResult[]> {
  const results: ShippingResult[] = []
  for (const id of new Set(ids)) results.push(await shipOne(db, id, by, clock()))
  return results
}

async function shipOne(db: Db, id: string, by: By, now: Date): Promise<ShippingResult> {
  try {
    const moved = await shipOrder(db, id, { status: 'DIKIRIM' }, by, now)
    return { id, outcome: moved ? 'shipped' : 'shipped_before', reason: null }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return { id, outcome: 'refused', reason: error.message }
  }
}
