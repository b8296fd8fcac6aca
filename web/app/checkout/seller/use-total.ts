import type { Product } from '@camilan/contract/catalog'
import type { PlaceServices, ServiceOffer } from '@camilan/contract/checkout'
import { gramsOf, kilogramsBegun } from '@camilan/contract/delivery-weight'
import { unitPricesOf } from '@camilan/contract/pricing'
import { useEffect, useState } from 'react'
import { api, uncheckedData } from '~/platform/api/api'
import { useShopInfo } from '~/platform/pages/shop-info'
import { amountOf, otherCity, ownFee, type TypedOrder, type Way } from './new-order-values'
import type { Quantities } from './order-products'

export interface Filled {
  typed: TypedOrder
  way: Way
  quantities: Quantities
}

/** As the shop will compute it, with the services of the place. */
export function useTotal(products: readonly Product[], { typed, way, quantities }: Filled) {
  const { cities, shippingCost, isShippingPerKg, serviceFee } = useShopInfo()
  const lines = products.map((product) => ({ ...product, quantity: quantities.get(product.id) ?? 0 }))
  const goods = unitPricesOf(
    lines.map(({ id: key, group_id, price_steps: steps, ...line }) => ({
      ...line,
      key,
      steps,
      group: group_id ?? key,
    })),
  ).reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0)
  const isElsewhere = typed.city === otherCity
  const { offers, isAsking } = useOffers(isElsewhere ? typed.place : '', { grams: gramsOf(lines), goods })
  const isOwnFee = typed.delivery_service === ownFee
  const offer = isOwnFee ? undefined : (offers.find(({ name }) => name === typed.delivery_service) ?? offers[0])
  const usual = { cost: shippingCost, per_kg: isShippingPerKg }
  const elsewhere = isElsewhere && { cost: offer?.cost ?? amountOf(typed.delivery_cost) ?? 0, per_kg: false }
  const { cost, per_kg } = elsewhere || (cities.find(({ name }) => name === typed.city) ?? usual)
  const shipping = way === 'delivery' ? cost * (per_kg ? kilogramsBegun(lines) : 1) : 0
  const service = way === 'stall' ? 0 : serviceFee
  const total = goods === 0 ? 0 : Math.max(0, goods + shipping + service - (amountOf(typed.discount) ?? 0))
  return { offers, offer, total, isAsking }
}

interface Parcel {
  grams: number
  goods: number
}

interface Offers {
  /** Empty where no zone has the place. Of another parcel to it, until the server has answered about this one. */
  offers: readonly ServiceOffer[]
  isAsking: boolean
}

/** What the zones say of a parcel to a place. */
function useOffers(place: string, { grams, goods }: Parcel): Offers {
  const [answer, setAnswer] = useState<{ place: string; question: string; services: readonly ServiceOffer[] }>()
  const question = `/api/places/${place}/services?grams=${grams}&goods=${goods}`
  useEffect(() => {
    if (place === '') return
    const asking = new AbortController()
    api.get(question, uncheckedData<PlaceServices>(), { signal: asking.signal }).then(
      // The fee of a place whose parts differ is that of a part.
      ({ data }) => setAnswer({ place, question, services: data.needs_smaller_place ? [] : data.services }),
      () => asking.signal.aborted || setAnswer({ place, question, services: [] }),
    )
    return () => asking.abort()
  }, [place, question])
  if (place === '') return { offers: [], isAsking: false }
  return { offers: answer?.place === place ? answer.services : [], isAsking: answer?.question !== question }
}
