import type { ShipmentForm } from '@camilan/contract/orders'
import type { Db } from '../platform/db/db.ts'

/** What is left out is forgotten. @returns what stands there now */
export async function writeShipment(
  tx: Db,
  orderId: string,
  { courier, tracking_number }: ShipmentForm,
): Promise<{ courier: string | null; tracking_number: string | null }> {
  return tx
    .updateTable('orders')
    .set({ courier: courier ?? null, tracking_number: tracking_number ?? null })
    .where('id', '=', orderId)
    .returning(['courier', 'tracking_number'])
    .executeTakeFirstOrThrow()
}
