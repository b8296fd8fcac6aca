import type { Product } from '@camilan/contract/catalog'
import { type Allergen, allergenLabels } from '@camilan/contract/food-facts'
import { formatNumber } from '~/platform/state/formats'

export const namesOf = (allergens: readonly Allergen[]) => allergens.map((name) => allergenLabels[name]).join(', ')

/** `90 hari`, from two months on `3 bulan` where it is a number of them. */
export function shelfLife(days: number): string {
  return days >= 60 && days % 30 === 0 ? `${days / 30} bulan` : `${formatNumber(days)} hari`
}

/** The sentences about allergens; empty if nothing is declared. */
export function allergenSentences(allergens: Product['allergens']): string[] {
  if (!allergens) return []
  const { complete, contains, traces, free } = allergens
  return [
    ...(contains.length > 0 ? [`Mengandung ${namesOf(contains)}.`] : []),
    ...(traces.length > 0 ? [`Mungkin mengandung sedikit ${namesOf(traces)}.`] : []),
    ...(free.length > 0 ? [`Tanpa ${namesOf(free)}.`] : []),
    ...(complete ? [] : ['Pernyataan alergen ini belum lengkap: tanyakan kepada penjual.']),
  ]
}
