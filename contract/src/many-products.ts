/** Prices, stock and texts of many products at once. */
import * as z from 'zod/mini'
import { choice, fileText } from './fields.ts'
import { ProductChange } from './product-form.ts'
import { Instant, lenient, Rupiah } from './wire.ts'

const maxProducts = 2_000
const Moment = z.iso.datetime({ offset: true, error: 'Isi tanggal dan jam.' })

/** Why stock changes: it was baked, it is spoilt, or it was counted again. */
export const stockReasons = ['produksi', 'rusak', 'hitung_ulang'] as const
export type StockReason = (typeof stockReasons)[number]

/**
 * What changes of each product, as the texts of the form that edits it. Its prices hold from one moment (now without it)
 * until another (for ever without it).
 */
export const ProductsChange = z.object({
  items: z
    .array(
      z.object({
        id: z.guid('Pilih produknya.'),
        form: ProductChange,
        stock_reason: z.optional(choice(stockReasons, 'Pilih alasannya.')),
      }),
    )
    .check(z.minLength(1, 'Isi paling sedikit satu produk.'), z.maxLength(maxProducts)),
  from: z.optional(Moment),
  until: z.optional(Moment),
})
export type ProductsChange = z.infer<typeof ProductsChange>

const ChangedValue = z.nullable(z.union([z.string(), z.number(), z.boolean()]))
export const ChangedProduct = z.object({
  id: z.string(),
  name: z.string(),
  changes: z.array(z.object({ field: z.string(), before: ChangedValue, after: ChangedValue })),
})
export type ChangedProduct = z.infer<typeof ChangedProduct>

/** `batch_id` takes the prices back, also those that have not begun; null without prices. */
export const ProductsChanged = z.object({ batch_id: z.nullable(z.string()), items: z.array(ChangedProduct) })
export type ProductsChanged = z.infer<typeof ProductsChanged>

const ChangedPrice = z.object({ id: z.string(), name: z.string(), old_price: Rupiah, new_price: Rupiah })
export type ChangedPrice = z.infer<typeof ChangedPrice>

/** `done`: instead of the planned changes, those of the last day that are still in force and can be taken back. */
export const PlannedPricesQuery = z.object({ done: lenient(z.nullable(z.enum(['1', 'true'])), null) })

/** Changes that have not begun, or that end by themselves. */
export const PlannedPrices = z.array(
  z.object({
    batch_id: z.string(),
    from: Instant,
    until: z.nullable(Instant),
    has_begun: z.boolean(),
    items: z.array(ChangedPrice),
  }),
)
export type PlannedPrices = z.infer<typeof PlannedPrices>

export const Undone = z.object({ restored: z.int() })

/** `labels`: headings and words as on screen, for people; `codes`: those of the API. Both are read. */
export const ProductsCsvQuery = z.object({ form: lenient(z.enum(['codes', 'labels']), 'codes') })

/** The text of a file as `GET /api/admin/products/csv` gives it, with some values changed. */
export const ProductsCsv = z.object({ csv: fileText('File', 2_000_000) })

/** What a file would change. `form` of a product is what `ProductsChange` takes. */
export const CsvChanges = z.object({
  items: z.array(z.extend(ChangedProduct, { form: z.record(z.string(), z.string()) })),
  /**
   * Lines that can't be used, as a spreadsheet counts them: the first is 1. `column` is a heading of the file, or the number
   * of a column without one.
   */
  problems: z.array(z.object({ line: z.int(), column: z.optional(z.string()), sentence: z.string() })),
  /** Headings of columns that are not read. */
  unknown_columns: z.optional(z.array(z.string())),
})
export type CsvChanges = z.infer<typeof CsvChanges>
