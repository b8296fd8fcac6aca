import { categories, usualPackaging, weightLabels } from '@camilan/contract/catalog-values'

const known = (text: string) => categories.find((category) => category === text)

/** The packaging after a change of category: the usual one of the new category, unless an unusual one was chosen. */
export function followingPackaging(form: { packaging: string; category: string; nextCategory: string }): string {
  const before = known(form.category)
  const after = known(form.nextCategory)
  const isUnusual = form.packaging !== '' && form.packaging !== (before && usualPackaging[before].packaging)
  return after && !isUnusual ? usualPackaging[after].packaging : form.packaging
}

/** The usual sizes of a category, as a sentence. */
export function usualWeights(categoryText: string): string | undefined {
  const category = known(categoryText)
  if (!category) return
  const sizes = usualPackaging[category].weights.map((weight) => weightLabels[weight])
  return `Biasanya ${sizes.join(' atau ')}.`
}
