import type { Allergen } from './food-facts.ts'

/** The allergens that a word of a search means. */
const spoken: Record<string, readonly Allergen[]> = {
  'kacang tanah': ['peanut'],
  'kacang pohon': ['tree_nut'],
  'kacang mede': ['tree_nut'],
  'kacang mete': ['tree_nut'],
  'kacang almond': ['tree_nut'],
  'kacang kedelai': ['soy'],
  kacang: ['peanut', 'tree_nut'],
  almond: ['tree_nut'],
  mede: ['tree_nut'],
  mete: ['tree_nut'],
  kenari: ['tree_nut'],
  susu: ['milk'],
  telur: ['egg'],
  telor: ['egg'],
  gluten: ['gluten'],
  gandum: ['gluten'],
  terigu: ['gluten'],
  kedelai: ['soy'],
  kedele: ['soy'],
  ikan: ['fish'],
  udang: ['shellfish'],
  kerang: ['shellfish'],
  wijen: ['sesame'],
  sulfit: ['sulfite'],
}
/** Two words before one: 'kacang kedelai' is no peanut. */
const thing = Object.keys(spoken).join('|').replaceAll(' ', '\\s+')
const list = new RegExp(
  `(?<=^|\\s)tanpa\\s+(?:${thing})(?:(?:\\s*[,/&]\\s*|\\s+(?:dan|atau|tanpa)\\s+|\\s+)(?:${thing}))*(?=\\s|$)`,
  'gi',
)
const things = new RegExp(`${thing}`, 'gi')

/** The parts of a search such as `nastar tanpa kacang, susu`: the allergens to leave out, and the other words. */
export function freeOfIn(query: string): { allergens: Allergen[]; words: string } {
  const found = query.match(list)?.flatMap((part) => part.match(things) ?? []) ?? []
  const allergens = found.flatMap((name) => spoken[name.toLowerCase().replace(/\s+/g, ' ')] ?? [])
  return { allergens: [...new Set(allergens)], words: query.replace(list, ' ').trim() }
}
