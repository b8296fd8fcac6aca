import type { Parcel, ServiceFee } from '@camilan/contract/delivery-fees'
import type { Tx } from '../platform/db/db.ts'

/** The order keeps how it goes to a place and for what fee, whatever becomes of the zones. */
export async function storeDelivery(
  tx: Tx,
  order_id: string,
  place: string,
  { parcel, chosen }: { parcel: Parcel; chosen: ServiceFee },
): Promise<void> {
  const { name: service, to_courier, days_min, days_max } = chosen.service
  const { zone, fee: fee_idr } = chosen
  await tx
    .insertInto('order_deliveries')
    .values({ order_id, place, zone, service, grams: parcel.grams, fee_idr, to_courier, days_min, days_max })
    .execute()
}
