/** A buyer's own addresses. */
import * as z from 'zod/mini'
import { cities } from './cities.ts'
import { choice, maxLengths, Phone, requiredLine, requiredText, textOrNothing } from './fields.ts'
import { orderFormSentences } from './order-values.ts'
import { placePattern } from './place-codes.ts'

export const maxAddresses = 10

const { choosePlace, chooseCity } = orderFormSentences

export const AddressForm = z
  .object({
    /** What the buyer calls it: `Rumah`. */
    label: requiredLine('Nama alamat', maxLengths.addressLabel),
    address: requiredText('Alamat', maxLengths.address),
    /** Not needed with a `place`: it is then its name. */
    city: z.optional(z.nullable(choice(cities, chooseCity))),
    place: z.optional(z.nullable(z.string(choosePlace).check(z.regex(placePattern, choosePlace)))),
    /** Missing: the buyer. */
    recipient: textOrNothing('Nama penerima', maxLengths.recipient),
    recipient_phone: z.optional(z.nullable(Phone)),
    /** Orders begin with it. The first address of a buyer is it anyway. */
    is_default: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ city, place }) => city != null || place != null, { error: chooseCity, path: ['city'] }),
    z.refine(({ recipient, recipient_phone: phone }) => phone == null || recipient != null, {
      error: 'Nama penerima wajib diisi.',
      path: ['recipient'],
    }),
  )
export type AddressForm = z.infer<typeof AddressForm>

export const Address = z.object({
  id: z.string(),
  label: z.string(),
  address: z.string(),
  city: z.string(),
  place: z.nullable(z.string()),
  recipient: z.nullable(z.string()),
  recipient_phone: z.nullable(z.string()),
  is_default: z.boolean(),
})
export type Address = z.infer<typeof Address>
