import * as z from 'zod/mini'
import { choice, numberText, optionalNumberText, requiredText, withoutBlanks } from './fields.ts'
import { ImageUrl, lenient, limitOf, Page, ProductPages, Rupiah, SearchText, sortOrders } from './wire.ts'

export const categories = ['MAKANAN_RINGAN', 'KUE_KERING'] as const
export const packagings = ['BAL', 'TOPLES'] as const
export const weights = ['KG_1', 'KG_2', 'GRAM_250', 'GRAM_500'] as const
export type Category = (typeof categories)[number]
export type Packaging = (typeof packagings)[number]
export type Weight = (typeof weights)[number]

export const categoryLabels: Record<Category, string> = {
  MAKANAN_RINGAN: 'Makanan Ringan',
  KUE_KERING: 'Kue Kering',
}
export const packagingLabels: Record<Packaging, string> = { BAL: 'Bal', TOPLES: 'Toples' }
export const weightLabels: Record<Weight, string> = {
  KG_1: '1kg',
  KG_2: '2kg',
  GRAM_250: '250gram',
  GRAM_500: '500gram',
}

/** Which packaging and weights the form suggests for a category; the server accepts any. */
export const usualPackaging: Record<Category, { packaging: Packaging; weights: readonly Weight[] }> = {
  MAKANAN_RINGAN: { packaging: 'BAL', weights: ['KG_1', 'KG_2'] },
  KUE_KERING: { packaging: 'TOPLES', weights: ['GRAM_250', 'GRAM_500'] },
}

export const maxPrice = 100_000_000
export const maxStock = 1_000_000

/** From this stock down customers see how many are left. Also the default threshold for the administrators' alert. */
export const usualLowStock = 5

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

export const productSortKeys = ['name', 'price', 'created_at'] as const

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

/**
 * A product as administrators see it: with its threshold, at or below which its stock is low, and how many pieces unpaid
 * orders hold, which are not part of the stock.
 */
export const AdminProduct = z.extend(Product, { low_stock_at: z.int(), held_by_unpaid: z.int() })
export type AdminProduct = z.infer<typeof AdminProduct>

/** `low` is at or below the product's own threshold, so a product that is `out` is also low. */
export const stockLevels = ['low', 'out'] as const

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
