import type { User } from '@camilan/contract/accounts'
import { choice, optionalText, requiredText } from '@camilan/contract/fields'
import { cities } from '@camilan/contract/orders'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { readDraft, writeDraft } from '~/platform/draft'

export const chooseCity = 'Pilih kota pengiriman terlebih dahulu.'

const OrderForm = z.object({
  address: requiredText('Alamat lengkap', 500),
  notes: optionalText('Catatan', 500),
  city: z.pipe(z.string(), choice(cities, chooseCity)),
})
export type OrderForm = z.output<typeof OrderForm>

const Draft = z.object({ user_id: z.string(), address: z.string(), notes: z.string(), city: z.string() })
const draftKey = 'orderDraft'

export const forgetOrderDraft = () => writeDraft(draftKey, null)

/** The initial values are what this buyer typed before a reload, or else the profile's address. */
export function useOrderForm(user: User) {
  const form = useForm<z.input<typeof OrderForm>, unknown, OrderForm>({
    resolver: standardSchemaResolver(OrderForm),
    defaultValues: beginning(user),
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => writeDraft(draftKey, { ...values, user_id: user.id }),
      }),
    [form, user.id],
  )
  return form
}

function beginning({ id, address }: User) {
  const draft = readDraft(draftKey, Draft)
  if (draft?.user_id === id) return { address: draft.address, notes: draft.notes, city: draft.city }
  return { address: address ?? '', notes: '', city: '' }
}
