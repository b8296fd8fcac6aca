import type { AuditChange } from '@camilan/contract/audit'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { changeOrder } from '../change/change-order.ts'
import { NotPackable } from '../errors.ts'

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
  await changeOrder(db, by, orderId, now, async (tx, order) => {
    if (order.status !== 'DIBAYAR') throw new NotPackable()
    return (order.packed_at !== null) === packed ? [] : mark(tx, order, packed, now)
  })
}

/**
 * The same for several orders. Those that are not DIBAYAR, are held or have the mark already stay as they are.
 * @returns the others
 */
export const packOrders = (
  db: Db,
  by: Administrator,
  { ids, packed }: { ids: readonly string[]; packed: boolean },
  now: Date,
): Promise<string[]> =>
  transact(db, async (tx) => {
    const orders = tx.selectFrom('orders').select(['id', 'packed_at']).where('id', 'in', ids)
    const packable = orders.where('status', '=', 'DIBAYAR').where('payment_hold_at', 'is', null)
    const changed = packable
      .where('packed_at', packed ? 'is' : 'is not', null)
      .orderBy('id')
      .forNoKeyUpdate()
    const found = await changed.execute()
    for (const order of found) {
      const changes = await mark(tx, order, packed, now)
      await recordChange(tx, by, { type: 'order', id: order.id }, { action: 'changed', changes }, now)
    }
    return found.map(({ id }) => id)
  })

async function mark(
  tx: Tx,
  order: { id: string; packed_at: Date | null },
  packed: boolean,
  now: Date,
): Promise<AuditChange[]> {
  const packed_at = packed ? now : null
  await tx.updateTable('orders').set({ packed_at }).where('id', '=', order.id).execute()
  const [before, after] = [order.packed_at?.toISOString() ?? null, packed_at?.toISOString() ?? null]
  return [{ field: 'packed', before, after }]
}
