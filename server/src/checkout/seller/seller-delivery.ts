/** Where an order goes that the seller enters, and for which fee. */
import { cities } from '@camilan/contract/cities'
import type { DeliveryService } from '@camilan/contract/delivery-fees'
import { gramsOf } from '@camilan/contract/delivery-weight'
import { deliveryWayOf, orderFormSentences, pickupAddress } from '@camilan/contract/order-values'
import { fullNameOf } from '@camilan/contract/place-codes'
import type { SellerOrder } from '@camilan/contract/seller-orders'
import type { ShopSettings } from '@camilan/contract/settings'
import type { CartLine } from '../../orders/charges.ts'
import type { Tx } from '../../platform/db/db.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { placeOf } from '../../settings/places/places.ts'
import { firstService } from '../../settings/words/delivery.ts'
import { servicesTo } from '../delivery/delivery-services.ts'
import type { AgreedDelivery } from '../delivery/store-delivery.ts'
import { CityUnavailable } from '../errors.ts'

export interface SellerDelivery {
  city: string | null
  service: DeliveryService
  /** Only of an order to a place. */
  agreed?: AgreedDelivery
}

/** Null: the buyer fetches it. What the seller says of the fee counts instead of the zones. */
export async function sellerDelivery(
  tx: Tx,
  form: SellerOrder,
  lines: readonly CartLine[],
  settings: ShopSettings,
): Promise<SellerDelivery | null> {
  if (deliveryWayOf(form.address ?? pickupAddress) === 'pickup') return null
  const { place, delivery_cost: cost, delivery_service } = form
  const byHand = cost == null ? null : serviceFor(cost)
  if (!place) {
    const city = cities.find((name) => name === form.city)
    return { city: form.city ?? null, service: byHand ?? firstService(settings, city) }
  }
  const known = placeOf(place)
  if (!known) throw new InvalidForm({ place: 'Daerah tidak dikenal.' })
  if (byHand) {
    const service = { ...byHand, name: delivery_service ?? null }
    const agreed = { place, zone: null, service, grams: gramsOf(lines), fee: byHand.first_kg }
    return { city: fullNameOf(known), service: byHand, agreed }
  }
  const { chosen, parcel, needsSmallerPlace } = await servicesTo(tx, settings, lines, {
    place,
    delivery_service,
  }).catch(asFormError)
  if (!chosen || needsSmallerPlace) throw new InvalidForm({ place: orderFormSentences.chooseSmallerPlace })
  return { city: fullNameOf(known), service: chosen.service, agreed: { place, grams: parcel.grams, ...chosen } }
}

/** The seller says the fee of what no zone has. */
function asFormError(error: unknown): never {
  if (error instanceof CityUnavailable) throw new InvalidForm({ delivery_cost: 'Isi ongkos kirim ke daerah ini.' })
  throw error
}

const serviceFor = (cost: number): DeliveryService => ({
  ...{ name: '', delivers: true, to_courier: false, first_kg: cost, further_kg: 0, smallest_fee: 0 },
  ...{ rounding_grams: 0, free_from: null, days_min: null, days_max: null },
})
