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

/** `address` is null while it is still the profile's: a new one of the profile is then used. */
const Draft = z.object({
  user_id: z.string(),
  address: z.nullable(z.string()),
  notes: z.string(),
  city: z.string(),
})
const draftKey = 'orderDraft'

export const forgetOrderDraft = () => writeDraft(draftKey, null)

/** The initial values are those that this buyer typed before leaving the page, or else the address of the profile. */
export function useOrderForm(user: User, deliveredTo: readonly string[]) {
  const form = useForm<z.input<typeof OrderForm>, unknown, OrderForm>({
    resolver: standardSchemaResolver(OrderForm),
    defaultValues: initialValues(user, deliveredTo),
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { address, notes, city } }) => {
          const typed = address === (user.address ?? '') ? null : address
          writeDraft(draftKey, { address: typed, notes, city, user_id: user.id })
        },
      }),
    [form, user.id, user.address],
  )
  return form
}

/** A city to which the shop does not deliver any more must be chosen anew. */
function initialValues({ id, address }: User, deliveredTo: readonly string[]) {
  const draft = readDraft(draftKey, Draft)
  const mine = draft?.user_id === id ? draft : null
  const city = deliveredTo.find((name) => name === mine?.city) ?? ''
  return { address: mine?.address ?? address ?? '', notes: mine?.notes ?? '', city }
}
