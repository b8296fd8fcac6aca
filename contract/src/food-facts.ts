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

export const completeWord = 'complete'
export const entriesOf = (text: string) => text.split(',').map((entry) => entry.trim())

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

/** Where the numbers can be checked. The shop itself does not verify them. */
export const numberChecks = {
  halal_number: { site: 'bpjph.halal.go.id', url: 'https://bpjph.halal.go.id/' },
  pirt_number: { site: 'sppirt.pom.go.id', url: 'https://sppirt.pom.go.id/' },
} as const
