import type { Administrator } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { changeOrder } from '../change/change-order.ts'
import { transitionOrder } from '../change/transition-order.ts'
import { InvalidTransition } from '../errors.ts'

/**
 * An administrator undoes a shipment within five minutes: the order is DIBAYAR again. An audit entry
 * names the administrator. An order that is DIBAYAR already stays as it is.
 * @throws {InvalidTransition} the order is neither DIKIRIM nor DIBAYAR
 * @throws {ShippedTooLongAgo} it was shipped more than five minutes ago
 */
export async function undoShipment(db: Db, by: Administrator, orderId: string, now: Date): Promise<void> {
  await changeOrder(db, by, orderId, now, async (tx, order) => {
    // An administrator brings an unpaid order to DIBAYAR only with its payment (payments/record-hand-payment.ts).
    if (order.status === 'DIPROSES') throw new InvalidTransition(order.status, 'DIBAYAR')
    const result = await transitionOrder(tx, 'admin', { order, status: 'DIBAYAR' }, now)
    return result === 'unchanged' ? [] : [{ field: 'status', before: order.status, after: 'DIBAYAR' }]
  })
}
