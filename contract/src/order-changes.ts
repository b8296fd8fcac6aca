/** What an administrator changes of an order after it was placed. */
import * as z from 'zod/mini'
import {
  maxLengths,
  optionalLine,
  orBlank,
  Phone,
  requiredLine,
  requiredText,
  textOrNothing,
  textOrNull,
} from './fields.ts'
import { placePattern } from './place-codes.ts'

/** To whom and where an order goes. Its delivery fee stays. */
export const DeliveryForm = z.object({
  recipient: requiredLine('Nama penerima', 100),
  /** Only an order that is fetched may have none. */
  phone: z.nullish(orBlank(Phone)),
  address: requiredText('Alamat', maxLengths.address),
  city: textOrNull('Kota', maxLengths.city, optionalLine),
  /** The code of a place. The city is then its name; a city that is the full name of a place means it, too. */
  place: z.nullish(z.string('Pilih daerahnya.').check(z.regex(placePattern, 'Pilih daerahnya.'))),
  /** What the person saw. If it is something else now, the change is refused: ORDER_CHANGED. */
  expected: z.nullish(
    z.object({
      recipient: z.string(),
      phone: z.nullable(z.string()),
      address: z.string(),
      city: z.nullable(z.string()),
    }),
  ),
})
export type DeliveryForm = z.infer<typeof DeliveryForm>

/** The seller's own words about an order; an empty text removes them. */
export const OrderNote = z.object({
  note: textOrNothing('Catatan', maxLengths.notes),
  /** What the person saw; null: no note. If it is something else now, the change is refused: ORDER_CHANGED. */
  expected_note: z.optional(z.nullable(z.string())),
})
export type OrderNote = z.infer<typeof OrderNote>

/** What remains of some lines of a paid order. What the rest had cost the buyer goes back. */
export const OrderLowering = z.object({
  items: z
    .array(
      z
        .object({
          /** Of a line. Without it the product decides, which must then be only once in the order. */
          item_id: z.optional(z.string('Produk tidak dikenal.')),
          product_id: z.optional(z.string('Produk tidak dikenal.')),
          quantity: z.int('Jumlah harus bilangan bulat.').check(z.gte(0, 'Jumlah minimal 0.')),
        })
        .check(z.refine(({ item_id, product_id }) => item_id ?? product_id, 'Produk tidak dikenal.')),
      'Pilih produk terlebih dahulu.',
    )
    .check(z.minLength(1, 'Pilih produk terlebih dahulu.'), z.maxLength(1_000, 'Terlalu banyak produk.')),
  reason: textOrNothing('Alasan', maxLengths.refundCause, optionalLine),
  /** Whether what is taken out comes back to the stock; without it, it does. */
  return_stock: z.optional(z.boolean()),
})
export type OrderLowering = z.infer<typeof OrderLowering>

/** An administrator releases an order whose money was taken back, so that it can be shipped. */
export const ReleaseOrder = z.object({ note: textOrNothing('Catatan', maxLengths.notes) })

/** An administrator marks a paid order as packed, or removes the mark. */
export const PackOrder = z.object({ packed: z.boolean('Pilih dikemas atau belum.') })
