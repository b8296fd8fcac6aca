import type { ShopInfo } from '@camilan/contract/shop'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { OrderForm } from './order-form'
import type { Destination } from './use-costs'

/** Where the form says that the order goes: to a city, or in a shop with zones to a place. */
export function useDestination(form: UseFormReturn<OrderForm>, { cities, delivery: { hasZones } }: ShopInfo) {
  const [way, name, place, district, service] = useWatch({
    control: form.control,
    name: ['delivery_way', 'city', 'place', 'district', 'delivery_service'],
  })
  const city = hasZones ? undefined : cities.find((one) => one.name === name)
  const toCity = city && { way, query: `city=${city.name}`, cost: city.per_kg ? undefined : city.cost }
  const toPlace = place === '' ? undefined : { way, query: `place=${district || place}`, service }
  const fetched = { way, query: '', cost: 0 }
  const to: Destination | undefined = way === 'pickup' ? fetched : hasZones ? toPlace : toCity
  return {
    way,
    city,
    /** Undefined until it is chosen. */
    to,
    /** The field that decides it. */
    focus: () => form.setFocus(hasZones ? (place === '' ? 'place_name' : 'district') : 'city'),
  }
}
