import * as z from 'zod/mini'
import {
  categories,
  maxNetWeight,
  maxPrice,
  maxStock,
  packagings,
  productSortKeys,
  stockLevels,
  weights,
} from './catalog-values.ts'
import {
  choice,
  numberText,
  optionalLine,
  optionalNumberText,
  optionalText,
  orBlank,
  requiredLine,
  requiredText,
  withoutBlanks,
} from './fields.ts'
import { allergenNames, declarationOf } from './food-facts.ts'
import { declarationProblem, declarationText, factLengths, maxShelfLifeDays } from './food-form.ts'
import { maxPictures, pictureSentences, readPictures } from './product-pictures.ts'
import {
  EntryPages,
  ImageUrl,
  Instant,
  lenient,
  limitOf,
  Page,
  ProductPages,
  Rupiah,
  SearchText,
  sortOrders,
} from './wire.ts'

export * from './catalog-values.ts'

const Allergens = z.array(z.enum(allergenNames))

/** What the seller has written on the label of food; null: nothing. */
const FoodFacts = z.object({
  ingredients: z.nullable(z.string()),
  /** An allergen in none of the lists is not declared. `complete`: the seller has marked it so for these ingredients. */
  allergens: z.nullable(z.object({ complete: z.boolean(), contains: Allergens, traces: Allergens, free: Allergens })),
  /** After the production. */
  shelf_life_days: z.nullable(z.int()),
  opened_shelf_life_days: z.nullable(z.int()),
  storage: z.nullable(z.string()),
  /** The numbers are as the seller wrote them: nobody has verified them. */
  halal_number: z.nullable(z.string()),
  pirt_number: z.nullable(z.string()),
})

/** One of the sizes of a thing, which buyers choose among. */
const ProductSize = z.object({
  id: z.string(),
  name: z.string(),
  price: Rupiah,
  stock: z.int(),
  packaging: z.enum(packagings),
  weight: z.enum(weights),
  net_weight_grams: z.nullable(z.int()),
  image: ImageUrl,
})
export type ProductSize = z.infer<typeof ProductSize>

export const Product = z.object({
  id: z.string(),
  name: z.string(),
  price: Rupiah,
  stock: z.int(),
  category: z.enum(categories),
  packaging: z.enum(packagings),
  weight: z.enum(weights),
  description: z.string(),
  image: ImageUrl,
  /** All pictures, the first is `image`. Lists don't have them. */
  images: z.optional(z.array(z.string())),
  /** Grams of one piece for the cost of delivery, where the seller has set it; else those of `weight` count. */
  net_weight_grams: z.optional(z.nullable(z.int())),
  ...FoodFacts.shape,
  /** Products with the same one are sizes of one thing. */
  group_id: z.nullable(z.string()),
  /** Of one product, not of lists: the sizes of its group that are on sale, with itself; missing where it is alone. */
  sizes: z.optional(z.array(ProductSize)),
  /** At least so many pieces were sold, as counted once a day; null: none. Lists don't have it. */
  sold_count: z.optional(z.nullable(z.int())),
})
export type Product = z.infer<typeof Product>

export const ProductQuery = z.object({
  query: SearchText,
  category: lenient(z.nullable(z.enum(categories)), null),
  sortBy: lenient(z.enum(productSortKeys), 'name'),
  sortOrder: lenient(z.enum(sortOrders), 'asc'),
  page: Page,
  limit: limitOf(10),
  /** `shop`: as on the pages of the shop, where its settings decide. */
  view: lenient(z.nullable(z.enum(['shop'])), null),
})
export type ProductQuery = z.infer<typeof ProductQuery>

/** A few products that can be bought instead of another one. */
export const SimilarProducts = z.array(Product)

export const ProductList = z.object({ data: z.array(Product), pagination: ProductPages })
export type ProductList = z.infer<typeof ProductList>

export const SuggestionQuery = z.object({ query: SearchText })

/** For a search that finds nothing: other searches that find products, and products in stock, the best sellers first. */
export const ProductSuggestions = z.object({ queries: z.array(z.string()), products: z.array(Product) })
export type ProductSuggestions = z.infer<typeof ProductSuggestions>

/** A product for administrators. Each change of it, but no sale, gives another `version`. Buyers don't see one that is not `is_visible`. Its stock is low at its threshold or below, and does not include pieces of unpaid orders. */
export const AdminProduct = z.extend(Product, {
  low_stock_at: z.int(),
  net_weight_grams: z.nullable(z.int()),
  /** What one piece costs the seller; null: not known. Members of staff don't get the field. */
  cost_price: z.optional(z.nullable(Rupiah)),
  held_by_unpaid: z.int(),
  is_visible: z.boolean(),
  version: z.int(),
})
export type AdminProduct = z.infer<typeof AdminProduct>

export const AdminProductQuery = z.extend(ProductQuery, { stock: lenient(z.nullable(z.enum(stockLevels)), null) })
export type AdminProductQuery = z.infer<typeof AdminProductQuery>

/** A product that can be brought back until `restorable_until`, or at any time. */
export const DeletedProduct = z.extend(z.pick(Product, { id: true, name: true, price: true, image: true }), {
  deleted_at: Instant,
  restorable_until: z.nullable(Instant),
})
export type DeletedProduct = z.infer<typeof DeletedProduct>

export const DeletedProductList = z.object({ data: z.array(DeletedProduct), pagination: ProductPages })

export const AdminProductList = z.object({ data: z.array(AdminProduct), pagination: ProductPages })
export type AdminProductList = z.infer<typeof AdminProductList>

/**
 * A change of a product's stock: an order took it (`sold`) or returned it (`returned`), or an administrator entered another
 * number (`counted`), added what was baked (`produced`) or took what can't be sold (`spoilt`). `stock` is the stock after it.
 */
export const StockEntry = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum(['sold', 'returned', 'counted', 'produced', 'spoilt']),
  /** Negative if stock was taken. */
  quantity: z.int(),
  stock: z.nullable(z.int()),
  order_id: z.nullable(z.string()),
  /** The administrator's name at that time. */
  actor_name: z.nullable(z.string()),
})
export type StockEntry = z.infer<typeof StockEntry>

export const StockHistory = z.object({ data: z.array(StockEntry), pagination: EntryPages })
export type StockHistory = z.infer<typeof StockHistory>

/** The other sizes of a product, which replace those it had. None: it is alone. */
export const GroupChange = z.object({
  product_ids: z.array(z.guid('Produk tidak dikenal.')).check(z.maxLength(20, 'Paling banyak 20 ukuran.')),
})

const Name = requiredLine('Nama produk', 100)
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
const isNumberOrNone = z.refine<string>(
  (text) => text === '-' || /^[\w ./-]*\d{5}[\w ./-]*$/.test(text),
  'Tulis nomornya seperti pada sertifikat.',
)
const CertificateNumber = (label: string) =>
  removableText(optionalLine(label, factLengths.number).check(isNumberOrNone))
const Declaration = orBlank(
  z.pipe(
    z.string().check((payload) => {
      const problem = payload.value === '-' ? undefined : declarationProblem(payload.value)
      if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
    }),
    z.transform((text) => declarationText(declarationOf(text))),
  ),
)
const Category = choice(categories, 'Pilih kategori produk.')
const Packaging = choice(packagings, 'Pilih kemasan produk.')
const Weight = choice(weights, 'Pilih berat produk.')
const Description = requiredText('Deskripsi', 5000)
/**
 * The URLs of all pictures in their order, separated by spaces, as `images` has them: each may end with its focus. What is
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
  stock: Stock,
  category: Category,
  packaging: Packaging,
  weight: Weight,
  description: Description,
  low_stock_at: LowStockAt,
  net_weight_grams: removable('Berat bersih', maxNetWeight),
  cost_price: removable('Modal', maxPrice),
  ingredients: removableText(optionalText('Bahan', factLengths.ingredients)),
  allergens: Declaration,
  shelf_life_days: removable('Daya tahan', maxShelfLifeDays),
  opened_shelf_life_days: removable('Daya tahan', maxShelfLifeDays),
  storage: removableText(optionalLine('Cara simpan', factLengths.storage)),
  halal_number: CertificateNumber('Nomor halal'),
  pirt_number: CertificateNumber('Nomor P-IRT'),
  is_visible: IsVisible,
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
