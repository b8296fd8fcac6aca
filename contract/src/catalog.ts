import * as z from 'zod/mini'
import { productSortKeys, stockLevels } from './catalog-values.ts'
import { allergenNames } from './food-facts.ts'
import { Part } from './product-parts.ts'
import {
  CodeFilter,
  EntryPages,
  Instant,
  lenient,
  limitOf,
  Page,
  ProductImage,
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

/** Beside a price for a time, if the old one was asked the seven days directly before: the old one, and the first moment without it. */
const Promotion = { compare_at_price: z.nullable(Rupiah), price_until: z.nullable(Instant) }

/** A part of a hamper on its page, with the facts of its food. One that is hidden has no page of its own. */
const ContainedProduct = z.object({
  ...Part.shape,
  name: z.string(),
  is_on_sale: z.boolean(),
  ...z.pick(FoodFacts, { ingredients: true, allergens: true }).shape,
})
export type ContainedProduct = z.infer<typeof ContainedProduct>

/** One of the sizes of a thing, which buyers choose among. */
const ProductSize = z.object({
  id: z.string(),
  name: z.string(),
  price: Rupiah,
  ...Promotion,
  stock: z.int(),
  packaging: z.string(),
  weight: z.string(),
  net_weight_grams: z.nullable(z.int()),
  ...ProductImage,
})
export type ProductSize = z.infer<typeof ProductSize>

const PriceSteps = z.array(z.object({ quantity: z.int(), price: Rupiah }))

/** A batch in which a product can be ordered. `left`: what of its quota is not sold. */
export const ProductBatch = z.object({
  id: z.string(),
  name: z.string(),
  /** Days of Jakarta: the last one for orders, and that of handing over. */
  order_until: z.string(),
  handed_over_on: z.string(),
  left: z.int(),
})
export type ProductBatch = z.infer<typeof ProductBatch>

export const Product = z.object({
  id: z.string(),
  name: z.string(),
  price: Rupiah,
  ...Promotion,
  /** From a quantity on, which the sizes of a group reach together, a piece costs this. */
  price_steps: PriceSteps,
  stock: z.int(),
  category: z.string(),
  packaging: z.string(),
  weight: z.string(),
  description: z.string(),
  ...ProductImage,
  /** All pictures, the first is `image`. */
  images: z.array(z.string()),
  /** Lists don't have the looks of `images`. */
  images_look: z.optional(z.array(ProductImage.image_look)),
  /** Grams of one piece, where the seller has set it; null: those of `weight` count. */
  net_weight_grams: z.nullable(z.int()),
  /** Grams of the packing around one piece, where a delivery is weighed. */
  packing_grams: z.int(),
  ...FoodFacts.shape,
  /** Of a hamper: its stock is the least that these are enough for. Null: it is no hamper. */
  parts: z.nullable(z.array(Part)),
  /** Of one hamper, not of lists. */
  contents: z.optional(z.array(ContainedProduct)),
  /** Products with the same one are sizes of one thing. */
  group_id: z.nullable(z.string()),
  /** Of one product, not of lists: the sizes of its group that are on sale, with itself; missing where it is alone. */
  sizes: z.optional(z.array(ProductSize)),
  /** In lists of the shop's screens with `group_sizes`: the number of sizes on sale, and the least price of those in stock. */
  size_count: z.optional(z.int()),
  from_price: z.optional(Rupiah),
  /** Those that take orders, the first to be handed over first; missing: none. `stock` has none of their quota. */
  batches: z.optional(z.array(ProductBatch)),
  /** At least so many pieces were sold, as counted once a day; null: none. */
  sold_count: z.nullable(z.int()),
})
export type Product = z.infer<typeof Product>

export const ProductQuery = z.object({
  query: SearchText,
  category: CodeFilter,
  sortBy: lenient(z.enum(productSortKeys), 'name'),
  sortOrder: lenient(z.enum(sortOrders), 'asc'),
  /** `shop`: as the buyers' screens show the list, by the settings `group_sizes`, `own_order` and `sold_out_last`. */
  view: lenient(z.nullable(z.enum(['shop'])), null),
  page: Page,
  limit: limitOf(10),
})
export type ProductQuery = z.infer<typeof ProductQuery>

/** A few products that can be bought instead of another one. */
export const SimilarProducts = z.array(Product)

export const ProductList = z.object({ data: z.array(Product), pagination: ProductPages })
export type ProductList = z.infer<typeof ProductList>

/** The first products of the list, and what was sold most of the others; a group has the `sold_count` of its sizes together. */
export const HomeProducts = z.object({ products: z.array(Product), best_sellers: z.array(Product) })
export type HomeProducts = z.infer<typeof HomeProducts>

export const SuggestionQuery = z.object({ query: SearchText })

/** For a search that finds nothing: other searches that find products, and products in stock, the best sellers first. */
export const ProductSuggestions = z.object({ queries: z.array(z.string()), products: z.array(Product) })
export type ProductSuggestions = z.infer<typeof ProductSuggestions>

/** A product for administrators. Each change of it, but no sale, gives another `version`. Buyers don't see one that is not `is_visible`. Its stock is low at its threshold or below, and does not include pieces of unpaid orders. */
export const AdminProduct = z.extend(Product, {
  low_stock_at: z.int(),
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
export const DeletedProduct = z.extend(
  z.pick(Product, { id: true, name: true, price: true, image: true, image_look: true }),
  {
    deleted_at: Instant,
    restorable_until: z.nullable(Instant),
  },
)
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
