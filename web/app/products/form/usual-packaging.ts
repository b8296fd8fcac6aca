import { weightLabel } from '@camilan/contract/terms'

/** What the categories of the specification usually have. The form suggests it, the server accepts any. */
export const usualPackaging: Readonly<Record<string, { packaging: string; weights: readonly string[] }>> = {
  MAKANAN_RINGAN: { packaging: 'BAL', weights: ['KG_1', 'KG_2'] },
  KUE_KERING: { packaging: 'TOPLES', weights: ['GRAM_250', 'GRAM_500'] },
}

/** The packaging after a change of category: the usual one of the new category, unless an unusual one was chosen. */
export function followingPackaging(form: { packaging: string; category: string; nextCategory: string }): string {
  const usual = (category: string) => usualPackaging[category]?.packaging
  const isUnusual = form.packaging !== '' && form.packaging !== usual(form.category)
  return isUnusual ? form.packaging : (usual(form.nextCategory) ?? form.packaging)
}

/** The usual sizes of a category, as a sentence. */
export function usualWeights(category: string): string | undefined {
  const usual = usualPackaging[category]
  return usual && `Biasanya ${usual.weights.map(weightLabel).join(' atau ')}.`
}
