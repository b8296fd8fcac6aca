import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { lockOrder, transitionOrder } from '../change/transition-order.ts'
import { InvalidTransition } from '../errors.ts'

/**
 * An administrator undoes a shipment within five minutes: the order is DIBAYAR again. An audit entry
 * names the administrator. An order that is DIBAYAR already stays as it is.
 * @throws {InvalidTransition} the order is neither DIKIRIM nor DIBAYAR
 * @throws {ShippedTooLongAgo} it was shipped more than five minutes ago
 */
export async function undoShipment(db: Db, by: Administrator, orderId: string, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new NotFound()
    // An administrator brings an unpaid order to DIBAYAR only with its payment (payments/record-hand-payment.ts).
    if (order.status === 'DIPROSES') throw new InvalidTransition(order.status, 'DIBAYAR')
    const result = await transitionOrder(tx, 'admin', { order, status: 'DIBAYAR' }, now)
    if (result === 'unchanged') return
    const changes = [{ field: 'status', before: order.status, after: 'DIBAYAR' }]
    await recordChange(tx, by, { type: 'order', id: order.id }, { action: 'changed', changes }, now)
  })
}
