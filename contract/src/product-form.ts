/** The forms of the catalogue: those that add, change, group and order products. */
import * as z from 'zod/mini'
import { maxNetWeight, maxPackingWeight, maxPrice, maxStock } from './catalog-values.ts'
import {
  choice,
  numberText,
  optionalFormat,
  optionalLine,
  optionalNumberText,
  optionalText,
  orBlank,
  requiredLine,
  requiredText,
  withoutBlanks,
} from './fields.ts'
import { declarationOf } from './food-facts.ts'
import { declarationProblem, declarationText, factLengths, maxShelfLifeDays } from './food-form.ts'
import { maxSteps, readSteps, stepsProblem, stepsText } from './price-steps.ts'
import { PartsField } from './product-parts.ts'
import { maxPictures, pictureSentences, readPictures } from './product-pictures.ts'
import { TermCode } from './term-form.ts'
import { chooseSentences } from './terms.ts'
import { cleanFormat } from './texts.ts'

/** The other sizes of a product, which replace those it had. None: it is alone. */
export const GroupChange = z.object({
  product_ids: z.array(z.guid('Produk tidak dikenal.')).check(z.maxLength(20, 'Paling banyak 20 ukuran.')),
})

/** Products in the order that buyers see. */
export const NewOrder = z.object({
  product_ids: z.array(z.guid('Produk tidak dikenal.')).check(
    z.maxLength(1_000, 'Paling banyak 1.000 produk bisa diurutkan.'),
    z.overwrite((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  ),
})

export const maxNameLength = 100
const Name = requiredLine('Nama produk', maxNameLength)
const Price = numberText('Harga', 1, maxPrice)
const Stock = numberText('Stok', 0, maxStock)
const LowStockAt = optionalNumberText('Batas stok menipis', 0, maxStock)
/** 0 removes it, because an empty field keeps what is there. */
const removable = (label: string, max: number) =>
  orBlank(
    z.pipe(
      numberText(label, 0, max),
      z.transform((value) => value || null),
    ),
  )
/** `-` removes it, because an empty field keeps what is there. */
const removableText = (text: z.ZodMiniType<string, string>) =>
  orBlank(
    z.pipe(
      text,
      z.transform((value) => (value === '-' || value === '' ? null : value)),
    ),
  )
const StepQuantity = z.int('Isi jumlahnya.').check(z.gte(2, 'Isi jumlah paling sedikit 2.'), z.lte(maxStock))
const StepPrice = z.int('Isi harganya.').check(z.gte(1, 'Isi harganya.'), z.lte(maxPrice))
const Steps = z
  .array(z.object({ quantity: StepQuantity, price: StepPrice }), 'Isi jumlah dan harganya.')
  .check(z.maxLength(maxSteps, `Paling banyak ${maxSteps} harga grosir.`), (payload) => {
    const message = stepsProblem(payload.value)
    if (message) payload.issues.push({ code: 'custom', message, input: payload.value })
  })
const isNumberOrNone = z.refine<string>(
  (text) => text === '-' || /^[\w ./-]*\d{5}[\w ./-]*$/.test(text),
  'Tulis nomornya seperti pada sertifikat.',
)
const CertificateNumber = (label: string) =>
  removableText(optionalFormat(label, factLengths.number).check(isNumberOrNone))
const Declaration = orBlank(
  z.pipe(
    z.string().check(z.overwrite(cleanFormat), (payload) => {
      const problem = payload.value === '-' ? undefined : declarationProblem(payload.value)
      if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
    }),
    z.transform((text) => declarationText(declarationOf(text))),
  ),
)
/** JSON as `price_steps` of an answer, or the text of `stepsText`. `[]` and `-` remove them. */
const PriceSteps = orBlank(
  z.pipe(
    z.pipe(z.string(), z.transform(readSteps)),
    z.pipe(
      Steps,
      z.transform((steps) => stepsText(steps)),
    ),
  ),
)
const Description = requiredText('Deskripsi', 5000)
/**
 * The URLs of all pictures in their order, separated by spaces, as `images` has them: each may end with `#,` and its focus. What is
 * not in it is no longer a picture of the product.
 */
const Images = orBlank(
  z.string(pictureSentences.refused).check(
    z.trim(),
    z.refine((text) => {
      const pictures = readPictures(text)
      const hashes = new Set(pictures.map((picture) => picture?.hash))
      return !hashes.has(undefined) && hashes.size === pictures.length && hashes.size <= maxPictures
    }, pictureSentences.refused),
  ),
)
const IsVisible = orBlank(
  z.pipe(
    choice(['true', 'false'], 'Pilih apakah produk ini tampil di toko.'),
    z.transform((text) => text === 'true'),
  ),
)

/** The texts of the form that adds a product; the picture is a part of its own. `low_stock_at` and `is_visible` have defaults. */
export const NewProduct = z.object({
  name: Name,
  price: Price,
  price_steps: PriceSteps,
  stock: Stock,
  category: TermCode(chooseSentences.category),
  packaging: TermCode(chooseSentences.packaging),
  weight: TermCode(chooseSentences.weight),
  description: Description,
  low_stock_at: LowStockAt,
  net_weight_grams: removable('Isi bersih', maxNetWeight),
  packing_grams: optionalNumberText('Berat kemasan', 0, maxPackingWeight),
  cost_price: removable('Modal', maxPrice),
  ingredients: removableText(optionalText('Bahan', factLengths.ingredients)),
  allergens: Declaration,
  shelf_life_days: removable('Daya tahan', maxShelfLifeDays),
  opened_shelf_life_days: removable('Daya tahan', maxShelfLifeDays),
  storage: removableText(optionalLine('Cara simpan', factLengths.storage)),
  halal_number: CertificateNumber('Nomor halal'),
  pirt_number: CertificateNumber('Nomor P-IRT'),
  is_visible: IsVisible,
  /** A hamper has no stock of its own: a new one has 0. */
  parts: PartsField,
  images: Images,
})
export type NewProduct = z.infer<typeof NewProduct>

/**
 * The form that edits a product: missing or empty fields keep their value. With `expected_stock` or `expected_price` the
 * change is refused if the present stock or price is another number, unless it is the new one already; with `version`, if another
 * administrator has changed the product since. `stock_change`,
 * instead of `stock`, is added to the present stock; a negative one takes away.
 */
export const ProductChange = withoutBlanks(
  z.extend(z.partial(NewProduct), {
    stock_change: z.optional(numberText('Perubahan stok', -maxStock, maxStock)),
    expected_stock: z.optional(Stock),
    expected_price: z.optional(Price),
    version: z.optional(numberText('Versi', 0, Number.MAX_SAFE_INTEGER)),
  }),
)
export type ProductChange = z.infer<typeof ProductChange>
