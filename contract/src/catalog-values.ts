/** The limits of the catalogue. This file is loaded by every page, so it must not import zod: the schemas are in catalog.ts. */
export const maxPrice = 100_000_000
export const maxStock = 1_000_000
export const maxNetWeight = 100_000
export const maxPackingWeight = 20_000

/** Customers see the remaining number at this stock and below. Also the default threshold for the administrators' alert. */
export const usualLowStock = 5

/** `place`: in the seller's own order, and then by name. `promo`: promotions first, and then by name. */
export const productSortKeys = ['name', 'price', 'created_at', 'place', 'promo'] as const

/** `low` is at or below the product's own threshold, so a product that is `out` is also low. */
export const stockLevels = ['low', 'out'] as const
