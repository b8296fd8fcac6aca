/** The facts of food. This file is loaded by pages of visitors, so it must not import zod. */

/** The allergens that a declaration can name, in the order in which it lists them: those of BPOM, and sesame. */
export const allergenNames = [
  'peanut',
  'tree_nut',
  'milk',
  'egg',
  'gluten',
  'soy',
  'fish',
  'shellfish',
  'sesame',
  'sulfite',
] as const
export type Allergen = (typeof allergenNames)[number]

export const allergenLabels: Record<Allergen, string> = {
  peanut: 'kacang tanah',
  tree_nut: 'kacang pohon',
  milk: 'susu',
  egg: 'telur',
  gluten: 'gluten',
  soy: 'kedelai',
  fish: 'ikan',
  shellfish: 'udang, kerang',
  sesame: 'wijen',
  sulfite: 'sulfit',
}

export const allergenLevels = ['contains', 'traces', 'free'] as const
export type AllergenLevel = (typeof allergenLevels)[number]

/** An allergen in none of the lists is not declared. */
export type AllergenDeclaration = Record<AllergenLevel, Allergen[]> & {
  /** The seller has marked it so, for the present ingredients. */
  complete: boolean
}

const completeWord = 'complete'
const entriesOf = (text: string) => text.split(',').map((entry) => entry.trim())

/** @param text  such as `complete,peanut:free,milk:contains`, as forms and the database have it */
export function declarationOf(text: string): AllergenDeclaration {
  const entries = entriesOf(text)
  const listed = (level: AllergenLevel) => allergenNames.filter((name) => entries.includes(`${name}:${level}`))
  return {
    complete: entries.includes(completeWord),
    contains: listed('contains'),
    traces: listed('traces'),
    free: listed('free'),
  }
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

/** Where the numbers can be checked. The shop itself does not verify them. */
export const numberChecks = {
  halal_number: { label: 'Halal', site: 'bpjph.halal.go.id', url: 'https://bpjph.halal.go.id/' },
  pirt_number: { label: 'P-IRT', site: 'sppirt.pom.go.id', url: 'https://sppirt.pom.go.id/' },
} as const

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
