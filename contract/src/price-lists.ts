/** Prices for buyers whom the seller gave a tag, such as resellers. */
import * as z from 'zod/mini'
import { maxLengths, requiredLine } from './fields.ts'
import { formatNumber } from './formats.ts'
import { Instant, Rupiah } from './wire.ts'

const maxListed = 500

const whole = (noun: string, least: number, most: number) => {
  const sentence = `${noun} harus bilangan bulat dari ${formatNumber(least)} sampai ${formatNumber(most)}.`
  return z.int(sentence).check(z.gte(least, sentence), z.lte(most, sentence))
}

const OwnPrice = z.object({
  product_id: z.uuid('Produk tidak dikenal.'),
  /** Of a piece, in whole rupiah. */
  price: whole('Harga khusus', 1, 1_000_000_000),
})

export const PriceListForm = z
  .object({
    name: requiredLine('Nama daftar harga', maxLengths.discountReason),
    /** Of `PUT /api/admin/customers/{id}/note`, in whatever letters. */
    tag: requiredLine('Label pembeli', maxLengths.tag),
    /** Off the price that everybody pays; null: only the products of the list have another price. */
    percent: z._default(z.nullable(whole('Potongan', 1, 99)), null),
    /** Of one product in an order. */
    least_quantity: z._default(whole('Jumlah minimal', 1, 1_000_000), 1),
    products: z._default(z.array(OwnPrice).check(z.maxLength(maxListed, `Paling banyak ${maxListed} produk.`)), []),
  })
  .check(
    z.refine(({ percent, products }) => percent !== null || products.length > 0, {
      error: 'Isi potongannya, atau harga khusus satu produk.',
      path: ['percent'],
    }),
  )
export type PriceListForm = z.infer<typeof PriceListForm>

export const AdminPriceList = z.object({
  id: z.string(),
  name: z.string(),
  tag: z.string(),
  percent: z.nullable(z.int()),
  least_quantity: z.int(),
  products: z.array(z.object({ product_id: z.string(), price: Rupiah })),
  /** The buyers with the tag. */
  customers: z.int(),
  created_at: Instant,
})
export type AdminPriceList = z.infer<typeof AdminPriceList>

/** What a piece costs this buyer in a line of at least so many pieces. Where several fit, the least counts. */
export const OwnPrices = z.array(z.object({ product_id: z.string(), least_quantity: z.int(), price: Rupiah }))
export type OwnPrices = z.infer<typeof OwnPrices>
