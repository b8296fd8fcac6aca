import type { DeliveryService } from '@camilan/contract/delivery-fees'
import type { Tx } from '../../platform/db/db.ts'

export interface AgreedDelivery {
  place: string
  /** Null: the seller said the fee, and may have named no service. */
  zone: string | null
  service: Pick<DeliveryService, 'to_courier' | 'days_min' | 'days_max'> & { name: string | null }
  grams: number
  fee: number
}

/** The order keeps how it goes to a place and for what fee, whatever becomes of the zones. */
export async function storeDelivery(tx: Tx, order_id: string, delivery: AgreedDelivery): Promise<void> {
  const { place, zone, grams, fee: fee_idr } = delivery
  const { name: service, to_courier, days_min, days_max } = delivery.service
  await tx
    .insertInto('order_deliveries')
    .values({ order_id, place, zone, service, grams, fee_idr, to_courier, days_min, days_max })
    .execute()
}
