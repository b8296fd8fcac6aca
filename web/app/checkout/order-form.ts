import type { User } from '@camilan/contract/accounts'
import { cities } from '@camilan/contract/cities'
import { choice, optionalText, requiredText } from '@camilan/contract/fields'
import { maxLengths } from '@camilan/contract/lengths'
import { orderFormSentences } from '@camilan/contract/orders'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { readDraft, writeDraft } from '~/platform/draft'

const OrderForm = z.object({
  address: requiredText('Alamat lengkap', maxLengths.address),
  notes: optionalText('Catatan', maxLengths.notes),
  city: z.pipe(z.string(), choice(cities, orderFormSentences.chooseCity)),
})
export type OrderForm = z.output<typeof OrderForm>

const Draft = z.object({ user_id: z.string(), address: z.string(), notes: z.string(), city: z.string() })
const draftKey = 'orderDraft'

export const forgetOrderDraft = () => writeDraft(draftKey, null)

/** The initial values are those that this buyer typed before a reload, or else the address of the profile. */
export function useOrderForm(user: User) {
  const form = useForm<z.input<typeof OrderForm>, unknown, OrderForm>({
    resolver: standardSchemaResolver(OrderForm),
    defaultValues: initialValues(user),
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

function initialValues({ id, address }: User) {
  const draft = readDraft(draftKey, Draft)
  if (draft?.user_id === id) return { address: draft.address, notes: draft.notes, city: draft.city }
  return { address: address ?? '', notes: '', city: '' }
}
