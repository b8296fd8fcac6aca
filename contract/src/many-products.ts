/** Prices, stock and texts of many products at once. */
import * as z from 'zod/mini'
import { categories, maxPrice, maxStock } from './catalog-values.ts'
import { choice, fileText } from './fields.ts'
import { Instant, lenient, Rupiah } from './wire.ts'

const maxProducts = 2_000
const Ids = z.array(z.guid(), 'Pilih produknya.').check(z.minLength(1, 'Pilih produknya.'), z.maxLength(maxProducts))
const whole = (min: number, max: number, sentence: string) =>
  z.int(sentence).check(z.gte(min, sentence), z.lte(max, sentence))
const Moment = z.iso.datetime({ offset: true, error: 'Isi tanggal dan jam.' })
/** A fingerprint of the preview: the change is refused if another one would be made. */
const Seen = z.optional(z.string())

/**
 * Which products (`ids` or `category`, all without both), by how much (`percent` or `amount` in whole rupiah), rounded to
 * `round_to`, from one moment (now without it) until another (for ever without it).
 */
export const PricesChange = z.object({
  ids: z.optional(Ids),
  category: z.optional(choice(categories, 'Pilih kategori produk.')),
  percent: z.optional(
    z.number('Isi persennya.').check(z.gte(-90, 'Paling banyak turun 90%.'), z.lte(900, 'Paling banyak naik 900%.')),
  ),
  amount: z.optional(whole(-maxPrice, maxPrice, 'Isi jumlah rupiahnya.')),
  round_to: z.optional(z.union([z.literal(500), z.literal(1_000)], 'Bulatkan ke 500 atau 1.000.')),
  from: z.optional(Moment),
  until: z.optional(Moment),
  /** Nothing is changed: the answer is what would be. */
  preview: z.optional(z.boolean()),
  seen: Seen,
})
export type PricesChange = z.infer<typeof PricesChange>

const ChangedPrice = z.object({ id: z.string(), name: z.string(), old_price: Rupiah, new_price: Rupiah })
export type ChangedPrice = z.infer<typeof ChangedPrice>

/** `batch_id` undoes the change; null in a preview. */
export const PricesChanged = z.object({
  batch_id: z.nullable(z.string()),
  seen: z.string(),
  items: z.array(ChangedPrice),
})
export type PricesChanged = z.infer<typeof PricesChanged>

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

/** Why stock changes: it was baked, it is spoilt, or it was counted again. */
export const stockReasons = ['produksi', 'rusak', 'hitung_ulang'] as const
export type StockReason = (typeof stockReasons)[number]

const Pieces = whole(0, maxStock, 'Isi stok dengan angka.')

/** Each item has a `change` that is added to the stock, or the counted `stock` with the `expected_stock` it replaces. */
export const StocksChange = z.object({
  reason: choice(stockReasons, 'Pilih alasannya.'),
  items: z
    .array(
      z.object({
        id: z.guid(),
        change: z.optional(whole(-maxStock, maxStock, 'Isi perubahan dengan angka.')),
        stock: z.optional(Pieces),
        expected_stock: z.optional(Pieces),
      }),
    )
    .check(z.minLength(1, 'Isi paling sedikit satu produk.'), z.maxLength(maxProducts)),
})
export type StocksChange = z.infer<typeof StocksChange>

export const StocksChanged = z.array(z.object({ id: z.string(), name: z.string(), before: z.int(), after: z.int() }))
export type StocksChanged = z.infer<typeof StocksChanged>

/** `labels`: headings and words as on screen, for people; `codes`: those of the API. Both are read. */
export const ProductsCsvQuery = z.object({ form: lenient(z.enum(['codes', 'labels']), 'codes') })

/**
 * `csv` is the text of a file as `GET /api/admin/products/csv` gives it, with some values changed. With `only_correct` the
 * lines with a problem are left out.
 */
export const ProductsCsv = z.object({
  csv: fileText('File', 2_000_000),
  preview: z.optional(z.boolean()),
  only_correct: z.optional(z.boolean()),
  seen: Seen,
})

const CsvValue = z.nullable(z.union([z.string(), z.number(), z.boolean()]))
export const CsvChanges = z.object({
  seen: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      changes: z.array(z.object({ field: z.string(), before: CsvValue, after: CsvValue })),
    }),
  ),
  /**
   * Lines that can't be used, as a spreadsheet counts them: the first is 1. Nothing is changed while there are any, unless
   * only the correct ones are wanted. `column` is a heading of the file, or the number of a column without one.
   */
  problems: z.array(z.object({ line: z.int(), column: z.optional(z.string()), sentence: z.string() })),
  /** Headings of columns that are not read. */
  unknown_columns: z.optional(z.array(z.string())),
})
export type CsvChanges = z.infer<typeof CsvChanges>
