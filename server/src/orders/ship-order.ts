import type { AdminStatusChange } from '@camilan/contract/orders'
import { type By, recordChange } from '../audit/record-change.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound } from '../platform/errors.ts'
import { writeShipment } from './shipment.ts'
import { lockOrder, transitionOrder } from './transition-order.ts'

/**
 * The administrator ships a paid order, or within five minutes takes that back. Who did it is in the audit trail.
 * @returns false when it has that status already: then nothing changed, the shipment neither
 * @throws {InvalidTransition} any other change
 * @throws {ShippedTooLongAgo} to take back what was shipped longer ago
 */
export async function shipOrder(
  db: Db,
  orderId: string,
  { status, ...shipment }: AdminStatusChange,
  by: By,
  now: Date,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new NotFound()
    const moved = await transitionOrder(tx, order, status, 'admin', now)
    if (!moved) return false
    if (status === 'DIKIRIM') await writeShipment(tx, orderId, shipment)
    const changes = [{ field: 'status', before: order.status, after: status }]
    await recordChange(tx, by, { type: 'order', id: order.id }, { action: 'changed', changes }, now)
    return true
  })
}
