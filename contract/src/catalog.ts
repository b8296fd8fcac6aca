import * as z from 'zod/mini'
import { categories, maxPrice, maxStock, packagings, productSortKeys, stockLevels, weights } from './catalog-values.ts'
import { choice, numberText, optionalNumberText, requiredText, withoutBlanks } from './fields.ts'
import { ImageUrl, lenient, limitOf, Page, ProductPages, Rupiah, SearchText, sortOrders } from './wire.ts'

export * from './catalog-values.ts'

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
})
export type Product = z.infer<typeof Product>

export const ProductQuery = z.object({
  query: SearchText,
  category: lenient(z.nullable(z.enum(categories)), null),
  sortBy: lenient(z.enum(productSortKeys), 'name'),
  sortOrder: lenient(z.enum(sortOrders), 'asc'),
  page: Page,
  limit: limitOf(10),
})
export type ProductQuery = z.infer<typeof ProductQuery>

export const ProductList = z.object({ data: z.array(Product), pagination: ProductPages })
export type ProductList = z.infer<typeof ProductList>

export const SuggestionQuery = z.object({ query: SearchText })

/** For a search that finds nothing: other words that find something, and products in stock, those that sold most first. */
export const ProductSuggestions = z.object({ queries: z.array(z.string()), products: z.array(Product) })
export type ProductSuggestions = z.infer<typeof ProductSuggestions>

/**
 * A product as administrators see it: with its threshold, at or below which its stock is low, and how many pieces unpaid
 * orders hold, which are not part of the stock.
 */
export const AdminProduct = z.extend(Product, { low_stock_at: z.int(), held_by_unpaid: z.int() })
export type AdminProduct = z.infer<typeof AdminProduct>

export const AdminProductQuery = z.extend(ProductQuery, { stock: lenient(z.nullable(z.enum(stockLevels)), null) })
export type AdminProductQuery = z.infer<typeof AdminProductQuery>

export const AdminProductList = z.object({ data: z.array(AdminProduct), pagination: ProductPages })
export type AdminProductList = z.infer<typeof AdminProductList>

const Name = requiredText('Nama produk', 100)
const Price = numberText('Harga', 1, maxPrice)
const Stock = numberText('Stok', 0, maxStock)
const LowStockAt = optionalNumberText('Batas stok menipis', 0, maxStock)
const Category = choice(categories, 'Pilih kategori produk.')
const Packaging = choice(packagings, 'Pilih kemasan produk.')
const Weight = choice(weights, 'Pilih berat produk.')
const Description = requiredText('Deskripsi', 5000)

/** The texts of the form that adds a product; its picture is another part. `low_stock_at` has a default. */
export const NewProduct = z.object({
  name: Name,
  price: Price,
  stock: Stock,
  category: Category,
  packaging: Packaging,
  weight: Weight,
  description: Description,
  low_stock_at: LowStockAt,
})
export type NewProduct = z.infer<typeof NewProduct>

/**
 * The form that edits a product: fields that are missing or empty keep their value. With `expected_stock`, the change is
 * refused when the stock is another number by now.
 */
export const ProductChange = withoutBlanks(z.extend(z.partial(NewProduct), { expected_stock: z.optional(Stock) }))
export type ProductChange = z.infer<typeof ProductChange>
