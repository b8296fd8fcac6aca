import { fetchedCourier, type ShipmentForm } from '@camilan/contract/orders'
import type { Administrator } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { changeOrder } from '../change/change-order.ts'
import { transitionOrder } from '../change/transition-order.ts'

export type Shipping =
  | { outcome: 'shipped' }
  /** `isOther`: the courier or tracking number differs from this call's. `sentence` says how it was shipped. */
  | { outcome: 'shipped_before'; isOther: boolean; sentence: string }

/**
 * An administrator ships a paid order, or hands it over to the buyer who fetches it. An audit entry names the administrator.
 * @returns `shipped_before` if it is DIKIRIM already: then nothing changes, not even its shipment
 * @throws {InvalidTransition} the order is not DIBAYAR
 * @throws {PaymentWithdrawn} its money was taken back
 */
export async function shipOrder(
  db: Db,
  by: Administrator,
  { orderId, shipment }: { orderId: string; shipment: ShipmentForm },
  now: Date,
): Promise<Shipping> {
  let shipping: Shipping = { outcome: 'shipped' }
  await changeOrder(db, by, orderId, now, async (tx, order) => {
    const result = await transitionOrder(tx, 'admin', { order, status: 'DIKIRIM' }, now)
    const columns = shipmentColumns(shipment)
    if (order.delivery_way === 'pickup') columns.courier ??= fetchedCourier
    if (result === 'unchanged') {
      shipping = shippedBefore(order, columns)
      return []
    }
    await tx.updateTable('orders').set(columns).where('id', '=', orderId).execute()
    return [{ field: 'status', before: order.status, after: 'DIKIRIM' }]
  })
  return shipping
}

interface ShipmentColumns {
  courier: string | null
  tracking_number: string | null
}

function shippedBefore({ courier, tracking_number }: ShipmentColumns, asked: ShipmentColumns): Shipping {
  const isOther = courier !== asked.courier || tracking_number !== asked.tracking_number
  const how = courier ? ['lewat', courier, tracking_number] : tracking_number ? ['dengan resi', tracking_number] : []
  return { outcome: 'shipped_before', isOther, sentence: ['Sudah dikirim', ...how].filter(Boolean).join(' ') }
}

/** A field that the form leaves out becomes null. */
export function shipmentColumns({ courier, tracking_number }: ShipmentForm): ShipmentColumns {
  return { courier: courier ?? null, tracking_number: tracking_number ?? null }
}
