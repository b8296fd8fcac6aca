import type { OrderStatus } from '@camilan/contract/orders'
import { type By, recordChange } from '../audit/record-change.ts'
import type { Db } from '../platform/db.ts'
import { NotFound } from '../platform/errors.ts'
import { lockOrder, moveOrder } from './move-order.ts'

/**
 * The administrator brings an order on its way: DIBAYAR becomes DIKIRIM. Who did it is in the audit trail.
 * @throws {InvalidTransition} any other change, except to the status it already has
 */
export async function changeOrderAsAdmin(
  db: Db,
  orderId: string,
  status: OrderStatus,
  by: By,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new NotFound()
    if (!(await moveOrder(tx, order, status, 'admin', now))) return
    const changes = [{ field: 'status', before: order.status, after: status }]
    await recordChange(tx, by, { type: 'order', id: order.id }, { action: 'changed', changes }, now)
  })
}
