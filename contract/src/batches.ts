/** Batches: what is ordered before it is made. Each has a quota of its products. */
import * as z from 'zod/mini'
import { Day, requiredLine } from './fields.ts'
import { Instant } from './wire.ts'

const maxQuota = 1_000_000
const quotaSentence = 'Kuota harus bilangan bulat dari 0 sampai 1.000.000.'

export const BatchForm = z
  .object({
    name: requiredLine('Nama PO', 50),
    /** Days of Jakarta. Orders are taken until the end of this one. */
    order_until: Day('Isi hari terakhir memesan.'),
    made_on: Day('Isi hari membuat.'),
    handed_over_on: Day('Isi hari menyerahkan.'),
    products: z
      .array(
        z.object({
          product_id: z.uuid('Produk tidak dikenal.').check(z.toLowerCase()),
          /** Below what is sold, sales stop and the orders stay. */
          quota: z.int(quotaSentence).check(z.gte(0, quotaSentence), z.lte(maxQuota, quotaSentence)),
        }),
        'Pilih produk terlebih dahulu.',
      )
      .check(z.minLength(1, 'Pilih produk terlebih dahulu.'), z.maxLength(200, 'Terlalu banyak produk.')),
  })
  .check(({ value, issues }) => {
    const refuse = (field: 'made_on' | 'handed_over_on', message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value[field] })
    if (value.made_on < value.order_until) refuse('made_on', 'Hari membuat tidak boleh sebelum hari terakhir memesan.')
    if (value.handed_over_on < value.made_on)
      refuse('handed_over_on', 'Hari menyerahkan tidak boleh sebelum hari membuat.')
  })
export type BatchForm = z.infer<typeof BatchForm>

export const AdminBatch = z.object({
  id: z.string(),
  name: z.string(),
  order_until: z.string(),
  made_on: z.string(),
  handed_over_on: z.string(),
  created_at: Instant,
  /** Those that are not cancelled. */
  orders: z.int(),
  /** `sold`: pieces of orders that are not cancelled; `paid`: of paid ones. */
  products: z.array(
    z.object({ product_id: z.string(), name: z.string(), quota: z.int(), sold: z.int(), paid: z.int() }),
  ),
})
export type AdminBatch = z.infer<typeof AdminBatch>
