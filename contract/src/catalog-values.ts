/** The words and limits of the catalogue. This file is loaded by every page, so it must not import zod: the schemas are in catalog.ts. */
export const categories = ['MAKANAN_RINGAN', 'KUE_KERING'] as const
export const packagings = ['BAL', 'TOPLES'] as const
export const weights = ['KG_1', 'KG_2', 'GRAM_250', 'GRAM_500'] as const
export type Category = (typeof categories)[number]
export type Packaging = (typeof packagings)[number]
export type Weight = (typeof weights)[number]

/** Stands in a filter for a code that is not in the list: it finds nothing. */
export const unknownCode = 'unknown'

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

/** The packaging and weights that the form suggests for a category. The server accepts any. */
export const usualPackaging: Record<Category, { packaging: Packaging; weights: readonly Weight[] }> = {
  MAKANAN_RINGAN: { packaging: 'BAL', weights: ['KG_1', 'KG_2'] },
  KUE_KERING: { packaging: 'TOPLES', weights: ['GRAM_250', 'GRAM_500'] },
}

export const maxPrice = 100_000_000
export const maxStock = 1_000_000
export const maxNetWeight = 100_000

/** Customers see the remaining number at this stock and below. Also the default threshold for the administrators' alert. */
export const usualLowStock = 5

/** `place`: in the seller's own order, and then by name. */
export const productSortKeys = ['name', 'price', 'created_at', 'place'] as const

/** `low` is at or below the product's own threshold, so a product that is `out` is also low. */
export const stockLevels = ['low', 'out'] as const
