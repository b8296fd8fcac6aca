import { type Administrator, recordChange } from '../audit/record-change.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound } from '../platform/errors.ts'
import { NotPackable } from './errors.ts'
import { lockOrder } from './transition-order.ts'

/**
 * An administrator marks a paid order as packed, or removes the mark. An audit entry names the administrator. A second
 * call changes nothing, and a shipment keeps the mark.
 * @throws {NotPackable} the order is not DIBAYAR
 */
export async function packOrder(
  db: Db,
  by: Administrator,
  { orderId, packed }: { orderId: string; packed: boolean },
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new NotFound()
    if (order.status !== 'DIBAYAR') throw new NotPackable()
    if ((order.packed_at !== null) === packed) return
    const packed_at = packed ? now : null
    await tx.updateTable('orders').set({ packed_at }).where('id', '=', orderId).execute()
    const [before, after] = [order.packed_at?.toISOString() ?? null, packed_at?.toISOString() ?? null]
    const changes = [{ field: 'packed', before, after }]
    await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
  })
}
