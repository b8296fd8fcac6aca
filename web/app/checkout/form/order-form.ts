import type { User } from '@camilan/contract/accounts'
import type { DeliveryWay } from '@camilan/contract/order-values'
import type { LastDelivery } from '@camilan/contract/orders'
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
  /** Empty: the buyer chooses in the payment popup. */
  payment_method: PaymentMethod | ''
}

interface Draft {
  /** Null while it is the profile's or the last order's, so that a change of the profile is used. */
  address: string | null
  notes: string
  delivery_way: string
  city: string
  payment_method: string
}
const draftKey = 'orderDraft'

export const forgetOrderDraft = () => writeDraft(draftKey, null)

/**
 * The initial values are those that this buyer typed before leaving the page, or else the address of the profile, or else
 * that of the last order, whose city comes with it.
 */
export function useOrderForm(user: User, shop: ShopInfo, last?: LastDelivery): UseFormReturn<OrderForm> {
  const form = useForm<OrderForm>({ defaultValues: initialValues(user, shop, last) })
  const initialAddress = user.address ?? last?.address ?? ''
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

/** A city to which the shop no longer delivers has to be chosen again. */
function initialValues({ address }: User, { cities, hasPickup }: ShopInfo, last?: LastDelivery): OrderForm {
  const mine = readDraft(draftKey, unchecked<Partial<Draft> | null>())
  const usual = address ?? last?.address ?? ''
  const wanted = mine ? mine.city : usual === last?.address && last.city
  const city = cities.find(({ name }) => name === wanted)?.name ?? ''
  const chosen = textOf(mine?.payment_method) ?? ''
  return {
    address: textOf(mine?.address) ?? usual,
    notes: textOf(mine?.notes) ?? '',
    delivery_way: hasPickup && mine?.delivery_way === 'pickup' ? 'pickup' : 'delivery',
    city,
    payment_method: isPaymentMethod(chosen) ? chosen : '',
  }
}

const textOf = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)
