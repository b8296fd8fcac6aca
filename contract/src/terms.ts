/**
 * The seller's words for her goods: categories, packagings and weights. This file is loaded by every page, so it must not
 * import zod: the schemas are in term-form.ts.
 */
export const termLists = ['categories', 'packagings', 'weights'] as const
export type TermList = (typeof termLists)[number]

export interface Term {
  /** As products, addresses and the API write it. It never changes. */
  code: string
  label: string
  /** A hidden one is not offered any more. Its goods stay on sale. */
  is_visible: boolean
  /** Absolute URL of the picture of a category. */
  image: string | null
}

/** In the seller's order. */
export type Terms = Readonly<Record<TermList, readonly Term[]>>

export const maxTerms = 100
export const maxLabelLength = 40

export const weightUnits = { KG: 'kg', GRAM: 'gram', LITER: 'liter', ML: 'ml', PCS: 'pcs' } as const
type WeightUnit = keyof typeof weightUnits

/** Grams of one unit. A litre of what a kitchen sells weighs about a kilogram; a piece weighs what its product says. */
const unitGrams: Record<WeightUnit, number | null> = { KG: 1_000, GRAM: 1, LITER: 1_000, ML: 1, PCS: null }

export const maxWeightAmount = 100_000

/** @returns undefined for a code that is no weight */
export function weightOf(code: string): { unit: WeightUnit; amount: number } | undefined {
  const [, unit, digits] = /^(KG|GRAM|LITER|ML|PCS)_([1-9]\d{0,5})$/.exec(code) ?? []
  const amount = Number(digits)
  return unit && amount <= maxWeightAmount ? { unit: unit as WeightUnit, amount } : undefined
}

/** `GRAM_250` is `250gram`. */
export function weightLabel(code: string): string {
  const weight = weightOf(code)
  return weight ? `${weight.amount}${weightUnits[weight.unit]}` : code
}

/** The grams of a piece of this weight; null if the code does not say. */
export function weightGrams(code: string): number | null {
  const { unit, amount } = weightOf(code) ?? {}
  const grams = unit && unitGrams[unit]
  return grams && amount ? grams * amount : null
}

const first = (labels: Record<string, string>): Term[] =>
  Object.entries(labels).map(([code, label]) => ({ code, label, is_visible: true, image: null }))

/** A shop begins with the lists of the specification. */
export const firstTerms: Terms = {
  categories: first({ MAKANAN_RINGAN: 'Makanan Ringan', KUE_KERING: 'Kue Kering' }),
  packagings: first({ BAL: 'Bal', TOPLES: 'Toples' }),
  weights: first({ KG_1: '1kg', KG_2: '2kg', GRAM_250: '250gram', GRAM_500: '500gram' }),
}

export const visibleTerms = <T extends Pick<Term, 'is_visible'>>(terms: readonly T[]): T[] =>
  terms.filter(({ is_visible }) => is_visible)

export const termIn = <T extends Pick<Term, 'code'>>(terms: readonly T[], code: string): T | undefined =>
  terms.find((term) => term.code === code)

/** What a form offers: the visible terms by their code, and the present one. */
export const termLabels = (terms: readonly Term[], present?: string | null): Record<string, string> =>
  Object.fromEntries(
    terms.filter(({ code, is_visible }) => is_visible || code === present).map(({ code, label }) => [code, label]),
  )

/** The label of a code. The code itself where the list does not have it. */
export const labelIn = (terms: readonly Pick<Term, 'code' | 'label'>[], code: string): string =>
  termIn(terms, code)?.label ?? code

interface Coded {
  packaging: string
  weight: string
}

/** `Toples 250gram` */
export const kindOf = (
  { packagings }: { packagings: Parameters<typeof labelIn>[0] },
  { packaging, weight }: Coded,
): string => `${labelIn(packagings, packaging)} ${weightLabel(weight)}`

/** The fields of a product that are codes. */
export const codedFields = { category: 'categories', packaging: 'packagings', weight: 'weights' } as const

export const chooseSentences = {
  category: 'Pilih kategori produk.',
  packaging: 'Pilih kemasan produk.',
  weight: 'Pilih berat produk.',
} as const satisfies Record<keyof typeof codedFields, string>

export const unknownCategory = 'Kategori tidak dikenal.'

/** The sentence for each field whose code is in no list. */
export function unknownCodes(
  terms: Readonly<Record<TermList, readonly Pick<Term, 'code'>[]>>,
  form: { [Field in keyof typeof codedFields]?: string | null | undefined },
): Partial<Record<keyof typeof codedFields, string>> {
  const unknown = Object.entries(codedFields).filter(([field, list]) => {
    const code = form[field as keyof typeof codedFields]
    return code != null && !terms[list].some((term) => term.code === code)
  })
  return Object.fromEntries(unknown.map(([field]) => [field, chooseSentences[field as keyof typeof codedFields]]))
}
