/** A season that the home page shows from a day to a day. This file is loaded by pages of visitors: no zod. */
import { jakartaDay } from './jakarta.ts'

/** With a drawing each; `own` has the seller's picture. */
export const seasonKinds = ['lebaran', 'natal', 'imlek', 'valentine', 'own'] as const
export type SeasonKind = (typeof seasonKinds)[number]

export const seasonKindLabels: Readonly<Record<SeasonKind, string>> = {
  lebaran: 'Lebaran',
  natal: 'Natal',
  imlek: 'Imlek',
  valentine: 'Valentine',
  own: 'Gambar sendiri',
}

/** The products that it leads to: those of the category that the words find; all without both. */
export interface Season {
  kind: SeasonKind
  title: string
  sentence: string | null
  /** The code of a category. */
  category: string | null
  query: string | null
  /** The first and the last day in Jakarta, as 2026-11-20. */
  from: string
  to: string
}

export function isSeasonNow({ from, to }: Pick<Season, 'from' | 'to'>, now: Date): boolean {
  const today = jakartaDay(now)
  return from <= today && today <= to
}
