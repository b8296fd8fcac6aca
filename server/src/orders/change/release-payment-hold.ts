import type { Administrator } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { added, changeOrder } from './change-order.ts'

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
  await changeOrder(db, by, orderId, now, async (tx, order) => {
    if (!order.payment_hold_at) return []
    await tx.updateTable('orders').set({ payment_hold_at: null }).where('id', '=', orderId).execute()
    const released = { field: 'payment_hold', before: order.payment_hold_at.toISOString(), after: null }
    return [released, ...added({ note })]
  })
}
