/** What a delivery weighs, where its cost is one for each kilogram begun. */
import type { Weight } from './catalog-values.ts'

/** The grams of each weight. They count where a product has no `net_weight_grams`. */
export const weightGrams: Record<Weight, number> = { KG_1: 1_000, KG_2: 2_000, GRAM_250: 250, GRAM_500: 500 }

export interface WeighedLine {
  weight: Weight
  net_weight_grams?: number | null | undefined
  quantity: number
}

export const gramsOf = (lines: readonly WeighedLine[]): number =>
  lines.reduce(
    (sum, { weight, net_weight_grams, quantity }) => sum + (net_weight_grams ?? weightGrams[weight]) * quantity,
    0,
  )

export const kilogramsBegun = (lines: readonly WeighedLine[]): number => kilogramsOf(gramsOf(lines), 0)

/** At least one. Grams beyond a whole kilogram begin the next if they are more than `roundingGrams`. */
export const kilogramsOf = (grams: number, roundingGrams: number): number =>
  Math.max(1, Math.ceil((grams - roundingGrams) / 1_000))
