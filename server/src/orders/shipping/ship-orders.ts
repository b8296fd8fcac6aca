import type { ShipmentForm } from '@camilan/contract/orders'
import type { ShippingResult, UndoingResult } from '@camilan/contract/ship-orders'
import type { Administrator } from '../../people/audit/record-change.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { ShopError } from '../../platform/errors.ts'
import { shipOrder } from './ship-order.ts'
import { undoShipment } from './undo-shipment.ts'

export interface ShipDeps {
  db: Db
  clock: Clock
}

/** An order to ship, perhaps with its courier and tracking number. */
type ShippableOrder = ShipmentForm & { id: string }

/**
 * An administrator ships several paid orders, each in its own transaction: a refused order does not stop the others. After
 * a failure in the middle, a second call ships the rest. Of an order that is listed twice, the first counts.
 */
export async function shipOrders(
  { db, clock }: ShipDeps,
  by: Administrator,
  orders: readonly ShippableOrder[],
): Promise<ShippingResult[]> {
  const results: ShippingResult[] = []
  for (const [index, order] of orders.entries()) {
    const isFirst = orders.findIndex(({ id }) => id === order.id) === index
    if (isFirst) results.push(await shipOne(db, by, order, clock()))
  }
  return results
}

async function shipOne(
  db: Db,
  by: Administrator,
  { id, ...shipment }: ShippableOrder,
  now: Date,
): Promise<ShippingResult> {
  const shipping = await unlessRefused(shipOrder(db, by, { orderId: id, shipment }, now))
  if ('reason' in shipping) return { id, ...shipping, note: null }
  const note = shipping.outcome === 'shipped_before' && shipping.isOther ? shipping.sentence : null
  return { id, outcome: shipping.outcome, reason: null, note }
}

/** An administrator undoes several shipments, like `shipOrders`. A second call has no effect. */
export async function undoShipments(
  { db, clock }: ShipDeps,
  by: Administrator,
  ids: readonly string[],
): Promise<UndoingResult[]> {
  const results: UndoingResult[] = []
  for (const id of new Set(ids)) {
    const undoing = await unlessRefused(
      undoShipment(db, by, id, clock()).then(() => ({ outcome: 'undone', reason: null }) as const),
    )
    results.push({ id, ...undoing })
  }
  return results
}

async function unlessRefused<T>(change: Promise<T>): Promise<T | { outcome: 'refused'; reason: string }> {
  try {
    return await change
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return { outcome: 'refused', reason: error.message }
  }
}
