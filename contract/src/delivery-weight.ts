/** What a delivery weighs, where its cost is one for each kilogram begun. */
import { weightGrams } from './terms.ts'

export interface WeighedLine {
  weight: string
  net_weight_grams?: number | null | undefined
  quantity: number
}

export const gramsOf = (lines: readonly WeighedLine[]): number =>
  lines.reduce(
    (sum, { weight, net_weight_grams, quantity }) => sum + (net_weight_grams ?? weightGrams(weight) ?? 0) * quantity,
    0,
  )

export const kilogramsBegun = (lines: readonly WeighedLine[]): number => kilogramsOf(gramsOf(lines), 0)

/** At least one. Grams beyond a whole kilogram begin the next if they are more than `roundingGrams`. */
export const kilogramsOf = (grams: number, roundingGrams: number): number =>
  Math.max(1, Math.ceil((grams - roundingGrams) / 1_000))
