/** How forms write the facts of food. Buyers' pages don't load it. */
import {
  type Allergen,
  type AllergenDeclaration,
  type AllergenLevel,
  allergenLabels,
  allergenLevels,
  allergenNames,
  completeWord,
  declarationOf,
  entriesOf,
} from './food-facts.ts'

/** For the seller. Short ones, because two selects stand side by side on a phone. */
export const allergenLevelLabels: Record<AllergenLevel, string> = {
  contains: 'Ada',
  traces: 'Mungkin ada',
  free: 'Bebas',
}

/** The text of a declaration in its one order; null if it declares nothing. */
export function declarationText(declaration: AllergenDeclaration): string | null {
  const levelOf = (name: Allergen) => allergenLevels.find((level) => declaration[level].includes(name))
  const entries = allergenNames.flatMap((name) => levelOf(name) && [`${name}:${levelOf(name)}`]).filter(Boolean)
  return [...(declaration.complete ? [completeWord] : []), ...entries].join(',') || null
}

/** A sentence if the text is no declaration, or is marked complete without saying something of each allergen. */
export function declarationProblem(text: string): string | undefined {
  const entries = entriesOf(text).filter((entry) => entry !== completeWord)
  const named = entries.map((entry) => entry.split(':')[0])
  const isKnown = (entry: string) =>
    allergenNames.some((n) => allergenLevels.some((level) => entry === `${n}:${level}`))
  if (!entries.every((entry) => entry === '' || isKnown(entry)) || new Set(named).size < named.length) {
    return 'Pernyataan alergen tidak dikenal.'
  }
  const missing = allergenNames.filter((name) => !named.includes(name)).map((name) => allergenLabels[name])
  const isMarked = declarationOf(text).complete
  return isMarked && missing.length > 0 ? `Belum lengkap: ${missing.join(', ')} belum dinyatakan.` : undefined
}

export const factLengths = { ingredients: 2000, storage: 200, number: 40 }
export const maxShelfLifeDays = 3_650

/** The fields of the product form with the facts of food. */
export const factFields = [
  'ingredients',
  'allergens',
  'shelf_life_days',
  'opened_shelf_life_days',
  'storage',
  'halal_number',
  'pirt_number',
] as const
