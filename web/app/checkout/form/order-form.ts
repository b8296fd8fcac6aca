import type { User } from '@camilan/contract/accounts'
import type { LastDelivery } from '@camilan/contract/checkout'
import type { DeliveryWay } from '@camilan/contract/order-values'
import { isPaymentMethod, type PaymentMethod } from '@camilan/contract/payment-methods'
import type { ShopInfo } from '@camilan/contract/shop'
import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { unchecked } from '~/platform/api/api'
import { readDraft, writeDraft } from '~/platform/forms/draft'
import { rememberCity } from '~/platform/state/delivery-city'

export interface OrderForm {
  address: string
  notes: string
  delivery_way: DeliveryWay
  /** Empty until one is chosen. */
  city: string
  /** In a shop with zones, instead of the city: what is typed or chosen, and the code of the place; empty until it is chosen. */
  place_name: string
  place: string
  /** The code of a kecamatan of the place, where the fee depends on it. */
  district: string
  postal_code: string
  /** Empty: the first one. */
  delivery_service: string
  /** Empty: the buyer chooses in the payment popup. */
  payment_method: PaymentMethod | ''
  /** As 2026-11-30; empty: as soon as it can be. */
  wanted_on: string
  /** The one that the buyer has asked to use; empty: none. */
  voucher_code: string
  /** As in an order; empty: all of the cart. */
  cart_part: string
}

/** The address is null while it is the profile's or the last order's, so that a change of the profile is used. */
type Draft = Omit<OrderForm, 'address'> & { address: string | null }
const draftKey = 'orderDraft'

export const forgetOrderDraft = () => writeDraft(draftKey, null)

/**
 * The initial values are those that this buyer typed before leaving the page, or else the address of the profile, or else
 * that of the last order, whose city comes with it.
 */
export function useOrderForm(user: User, shop: ShopInfo, last?: LastDelivery): UseFormReturn<OrderForm> {
  const form = useForm<OrderForm>({ defaultValues: initialValues(user, shop, last) })
  const initialAddress = usualAddress(user, shop, last).address
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { address, ...others } }) => {
          if (others.city) rememberCity(others.city)
          const typed = address === initialAddress ? null : address
          writeDraft(draftKey, { address: typed, ...others } satisfies Draft)
        },
      }),
    [form, initialAddress],
  )
  return form
}

/** What the shop no longer asks is not restored. A city to which it no longer delivers has to be chosen again. */
function initialValues(user: User, shop: ShopInfo, last?: LastDelivery): OrderForm {
  const { hasPickup, hasWishedDays } = shop
  const mine = readDraft(draftKey, unchecked<Partial<Draft> | null>())
  const former = (user.address ?? last?.address) === last?.address ? last : null
  const usual = usualAddress(user, shop, last)
  const chosen = textOf(mine?.payment_method) ?? ''
  return {
    address: textOf(mine?.address) ?? usual.address,
    notes: textOf(mine?.notes) ?? '',
    delivery_way: hasPickup && mine?.delivery_way === 'pickup' ? 'pickup' : 'delivery',
    ...initialDestination(mine, former, shop),
    postal_code: textOf(mine?.postal_code) ?? usual.postalCode,
    payment_method: isPaymentMethod(chosen) ? chosen : '',
    wanted_on: (hasWishedDays && textOf(mine?.wanted_on)) || '',
    voucher_code: textOf(mine?.voucher_code) ?? '',
    cart_part: textOf(mine?.cart_part) ?? '',
  }
}

/** A place in a shop with zones, or else a city. */
function initialDestination(
  mine: Partial<Draft> | null,
  former: LastDelivery | undefined,
  { cities, delivery }: ShopInfo,
): Pick<OrderForm, 'city' | 'place' | 'place_name' | 'district' | 'delivery_service'> {
  if (!delivery.hasZones) {
    const city = cities.find(({ name }) => name === (mine ? mine.city : former?.city))?.name ?? ''
    return { city, place: '', place_name: '', district: '', delivery_service: '' }
  }
  return {
    city: '',
    place: textOf(mine?.place) ?? former?.place ?? '',
    place_name: textOf(mine?.place_name) ?? (former?.place ? (former.city ?? '') : ''),
    district: textOf(mine?.district) ?? '',
    delivery_service: textOf(mine?.delivery_service) ?? '',
  }
}

/** Only a shop with zones has a field for the postal code. */
function usualAddress({ address }: User, { delivery }: ShopInfo, last?: LastDelivery) {
  const usual = address ?? last?.address ?? ''
  return delivery.hasZones ? splitAddress(usual) : { address: usual, postalCode: '' }
}

const postalLine = /\nKode pos (\d{5})$/

/** The postal code is the last line of an order's address. */
export const joinAddress = (address: string, postalCode: string): string =>
  postalCode === '' ? address.trim() : `${address.trim()}\nKode pos ${postalCode}`

export const splitAddress = (text: string) => ({
  address: text.replace(postalLine, ''),
  postalCode: postalLine.exec(text)?.[1] ?? '',
})

const textOf = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)
