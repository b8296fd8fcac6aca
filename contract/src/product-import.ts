/** Products from any table: the columns of a marketplace's export are not known, so an administrator assigns them. */
import * as z from 'zod/mini'
import { jsonText } from './fields.ts'
import { ChangedProduct } from './many-products.ts'
import { termLists } from './terms.ts'
import { Instant, Rupiah } from './wire.ts'

export const maxImportBytes = 10 * 1024 * 1024
export const maxImportRows = 3_000
/** Of what an answer lists, where it also tells the total. */
export const maxImportListed = 100

export const pictureRoles = ['image_1', 'image_2', 'image_3', 'image_4', 'image_5', 'image_6'] as const

/** What a column may hold: of a product, or the address of a picture. The last two are of the shop's own file. */
export const importRoles = [
  'name',
  'price',
  'stock',
  'category',
  'packaging',
  'weight',
  'description',
  ...pictureRoles,
  'id',
  'net_weight_grams',
  'packing_grams',
  'cost_price',
  'low_stock_at',
  'is_visible',
  'ingredients',
  'allergens',
  'shelf_life_days',
  'opened_shelf_life_days',
  'storage',
  'halal_number',
  'pirt_number',
  'price_steps',
  'expected_stock',
  'exported',
] as const
export type ImportRole = (typeof importRoles)[number]

/** The column of each role, counted from 0; null or missing if the file has none. */
export const ImportColumns = z.partialRecord(z.enum(importRoles), z.nullable(z.int().check(z.gte(0), z.lte(199))))
export type ImportColumns = z.infer<typeof ImportColumns>

export const ImportPreview = z.object({
  headers: z.array(z.string()),
  /** The first rows of the file, cut to a readable length. */
  rows: z.array(z.array(z.string())),
  columns: ImportColumns,
  /** An administrator has assigned these columns to these headers before. */
  is_remembered: z.boolean(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** What a new product needs, and a table may lack. */
export const defaultedFields = ['category', 'packaging', 'weight', 'stock', 'description'] as const

export const ImportChoices = z.object({
  /** For new products whose cell is empty or has no column: texts as of the form that adds a product. */
  defaults: z.partialRecord(z.enum(defaultedFields), z.string()),
  /** The terms of words of the file that the lists of the shop do not have. */
  words: z.array(z.object({ list: z.enum(termLists), word: z.string(), code: z.string() })),
  /** Lines that are left out. */
  skip: z.array(z.int()),
})
export type ImportChoices = z.infer<typeof ImportChoices>

/** The texts of the form whose file is the table; `columns` and `choices` are JSON. */
export const ImportForm = z.object({ columns: jsonText(ImportColumns), choices: jsonText(ImportChoices) })
/** `plan`: that of the answer which the administrator saw. */
export const ImportConfirmation = z.extend(ImportForm, { plan: z.string() })

const listOf = <T extends z.core.$ZodType>(item: T) => z.object({ total: z.int(), data: z.array(item) })

export const ImportPlan = z.object({
  /** Of what would be written: with another one nothing is. */
  plan: z.string(),
  added: listOf(
    z.object({
      line: z.int(),
      name: z.string(),
      price: Rupiah,
      stock: z.int(),
      /** The labels of its category, packaging and weight. */
      kind: z.array(z.string()),
      pictures: z.int(),
    }),
  ),
  changed: listOf(z.extend(ChangedProduct, { line: z.int() })),
  /** Products of the shop that the file does not change. */
  same: z.int(),
  pictures: z.int(),
  problems: listOf(z.object({ line: z.int(), column: z.optional(z.string()), sentence: z.string() })),
  /** The lines with problems. */
  wrong_lines: z.array(z.int()),
  /** Words that the lists of the shop do not have. `code`: that of a weight which could be added. */
  words: z.array(z.object({ list: z.enum(termLists), word: z.string(), rows: z.int(), code: z.nullable(z.string()) })),
})
export type ImportPlan = z.infer<typeof ImportPlan>

export const ProductImport = z.object({
  id: z.string(),
  at: Instant,
  by: z.string(),
  added: z.int(),
  changed: z.int(),
  /** Of the added ones those that buyers do not see. */
  hidden: z.int(),
  undone_at: z.nullable(Instant),
  pictures: z.object({
    stored: z.int(),
    waiting: z.int(),
    failed: listOf(
      z.object({ line: z.int(), product_id: z.string(), name: z.string(), url: z.string(), problem: z.string() }),
    ),
  }),
})
export type ProductImport = z.infer<typeof ProductImport>
export const ProductImports = z.array(ProductImport)

/** `kept`: products that were ordered or changed since the import, which stay as they are. */
export const ImportUndone = z.object({ removed: z.int(), restored: z.int(), kept: z.int() })
