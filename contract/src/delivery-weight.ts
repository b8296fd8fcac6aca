/** What a delivery weighs, where its cost is one for each kilogram begun. */
import { weightGrams } from './terms.ts'

export interface WeighedPiece {
  weight: string
  net_weight_grams?: number | null | undefined
  /** Of the packing around one piece, beside its contents. */
  packing_grams?: number | undefined
}

export type WeighedLine = WeighedPiece & { quantity: number }

/** One piece as it is sent; null where neither the product nor its weight says what is in it. */
export function pieceGrams({ weight, net_weight_grams, packing_grams = 0 }: WeighedPiece): number | null {
  const net = net_weight_grams ?? weightGrams(weight)
  return net === null ? null : net + packing_grams
}

/** Of a whole parcel, not rounded. A piece whose contents are not known counts with its packing alone. */
export const gramsOf = (lines: readonly WeighedLine[]): number =>
  lines.reduce((sum, line) => sum + (pieceGrams(line) ?? line.packing_grams ?? 0) * line.quantity, 0)

export const kilogramsBegun = (lines: readonly WeighedLine[]): number => kilogramsOf(gramsOf(lines), 0)

/** At least one. Grams beyond a whole kilogram begin the next if they are more than `roundingGrams`. */
export const kilogramsOf = (grams: number, roundingGrams: number): number =>
  Math.max(1, Math.ceil((grams - roundingGrams) / 1_000))
