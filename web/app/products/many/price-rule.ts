import type { AdminProduct } from '@camilan/contract/catalog'

export const all = 'semua'
export const chosenOnes = 'pilih'
export const ways = {
  up: { label: 'Naikkan (%)', sign: 1, unit: 'percent' },
  down: { label: 'Turunkan (%)', sign: -1, unit: 'percent' },
  more: { label: 'Naikkan (Rp)', sign: 1, unit: 'amount' },
  less: { label: 'Turunkan (Rp)', sign: -1, unit: 'amount' },
} as const

export const initialRule = { which: all, way: 'up' as keyof typeof ways, by: '', round: '500' }
export type Rule = typeof initialRule

type Priced = Pick<AdminProduct, 'id' | 'price' | 'category'>

/** The prices that a rule makes, where they differ. @param by  how much, above 0 */
export function pricesBy({ which, way, round }: Rule, by: number, products: readonly Priced[], ids: readonly string[]) {
  const { sign, unit } = ways[way]
  return products
    .filter(({ id, category }) => (which === chosenOnes ? ids.includes(id) : which === all || which === category))
    .map(({ id, price: before }) => {
      const exact = unit === 'percent' ? (before * (100 + sign * by)) / 100 : before + sign * by
      return { id, before, price: Math.round(exact / Number(round)) * Number(round) }
    })
    .filter(({ before, price }) => before !== price)
}
