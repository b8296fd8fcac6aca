import type { ShipmentForm } from '@camilan/contract/orders'
import type { Db } from '../platform/db.ts'

/** What is left out is forgotten. */
export async function writeShipment(
  tx: Db,
  orderId: string,
  { courier, tracking_number }: ShipmentForm,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ courier: courier ?? null, tracking_number: tracking_number ?? null })
    .where('id', '=', orderId)
    .execute()
}
