import type { ShipmentForm } from '@camilan/contract/orders'
import { changedFields } from '../audit/changed-fields.ts'
import { type By, recordChange } from '../audit/record-change.ts'
import { orderChanged } from '../notifications/live.ts'
import { notify } from '../notifications/notify.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound } from '../platform/errors.ts'
import { publish } from '../platform/events/broadcast.ts'
import { NotOnItsWay } from './errors.ts'
import { shipmentNotices } from './notices.ts'
import { writeShipment } from './shipment.ts'
import { lockOrder } from './transition-order.ts'

/**
 * Say anew who carries an order that is on its way, and tell its buyer. Who did it is in the audit trail. What it says
 * already changes nothing.
 * @throws {NotOnItsWay} it is not DIKIRIM
 */
export async function correctShipment(
  db: Db,
  orderId: string,
  shipment: ShipmentForm,
  by: By,
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new NotFound()
    if (order.status !== 'DIKIRIM') throw new NotOnItsWay()
    const written = await writeShipment(tx, orderId, shipment)
    const changes = changedFields(['courier', 'tracking_number'], order, written)
    if (changes.length === 0) return
    await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
    await notify(tx, shipmentNotices(order, shipment), now)
    await publish(tx, orderChanged(order.user_id, { order_id: orderId, status: order.status }))
  })
}
