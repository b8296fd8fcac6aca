import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { lockOrder } from './transition-order.ts'

/**
 * An administrator releases an order whose money was taken back, so that it can be shipped. An audit entry names the
 * administrator. An order that is not held stays as it is. Money that is taken back afterwards holds it again.
 */
export async function releaseOrder(
  db: Db,
  by: Administrator,
  { orderId, note }: { orderId: string; note: string | null },
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new NotFound()
    if (!order.payment_hold_at) return
    await tx.updateTable('orders').set({ payment_hold_at: null }).where('id', '=', orderId).execute()
    const released = { field: 'payment_hold', before: order.payment_hold_at.toISOString(), after: null }
    const changes = [released, ...(note === null ? [] : [{ field: 'note', before: null, after: note }])]
    await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
  })
}
