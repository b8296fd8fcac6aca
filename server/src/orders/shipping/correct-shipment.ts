import type { ShipmentForm } from '@camilan/contract/orders'
import { changedFields } from '../../people/audit/changed-fields.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import { orderChanged } from '../../people/notifications/live.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Db } from '../../platform/db/db.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { changeOrder } from '../change/change-order.ts'
import { shipmentNotices } from '../change/notices.ts'
import { planCorrectionMail } from '../change/order-mails.ts'
import { NotShipped } from '../errors.ts'
import { shipmentColumns } from './ship-order.ts'

/**
 * An administrator replaces the courier and tracking number of a shipped order, and its buyer is notified. An audit entry
 * names the administrator. A second call with the same values has no effect.
 * @throws {NotShipped} the order is not DIKIRIM
 */
export async function correctShipment(
  db: Db,
  by: Administrator,
  { orderId, shipment }: { orderId: string; shipment: ShipmentForm },
  now: Date,
): Promise<void> {
  await changeOrder(db, by, orderId, now, async (tx, order) => {
    if (order.status !== 'DIKIRIM') throw new NotShipped()
    const corrected = shipmentColumns(shipment)
    const changes = changedFields(['courier', 'tracking_number'], order, corrected)
    if (changes.length === 0) return changes
    await tx.updateTable('orders').set(corrected).where('id', '=', orderId).execute()
    await notify(tx, shipmentNotices(order, shipment), now)
    await planCorrectionMail(tx, orderId, now)
    await publish(tx, orderChanged(order.user_id, { order_id: orderId, status: order.status }))
    return changes
  })
}
