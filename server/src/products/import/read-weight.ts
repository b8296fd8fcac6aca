import { maxWeightAmount, weightOf } from '@camilan/contract/terms'
import { cleanFormat } from '@camilan/contract/texts'
import { readAmount } from '../../platform/csv/read-amount.ts'

type Unit = NonNullable<ReturnType<typeof weightOf>>['unit']

const spellings: readonly [Unit, RegExp][] = [
  ['KG', /^(kg|kgs|kilo|kilogram)$/],
  ['GRAM', /^(g|gr|grm|gram|grams)$/],
  ['LITER', /^(l|lt|ltr|liter|litre)$/],
  ['ML', /^(ml|mililiter)$/],
  ['PCS', /^(pcs?|piece|pieces|buah|biji)$/],
]

const unitNamed = (word: string) => spellings.find(([, spelling]) => spelling.test(word))?.[0]

/** The larger unit of a thousand smaller ones. */
const larger: Partial<Record<Unit, Unit>> = { GRAM: 'KG', ML: 'LITER' }
const smaller: Partial<Record<Unit, Unit>> = { KG: 'GRAM', LITER: 'ML' }

/**
 * The code of a weight as tables write it: `250 gr`, `1,5 kg`, `1.000 ml`. A bare number is of the unit that the heading
 * names, else of grams.
 * @returns undefined for what is no whole number of grams, millilitres or pieces
 */
export function readWeight(cell: string, heading: string): string | undefined {
  const [, digits = '', word = ''] = /^([\d.,]+)\s*([a-z]*)\.?$/.exec(cleanFormat(cell).toLowerCase()) ?? []
  const unit = word === '' ? unitOfHeading(heading) : unitNamed(word)
  const amount = /^0[.,]\d{1,3}$/.test(digits) ? Number(digits.replace(',', '.')) : readAmount(digits)
  if (!unit || amount === undefined) return undefined
  const fine = smaller[unit] ?? unit
  const count = Math.round(amount * (fine === unit ? 1 : 1_000) * 1_000) / 1_000
  const coarse = larger[fine]
  const code = coarse && count % 1_000 === 0 ? `${coarse}_${count / 1_000}` : `${fine}_${count}`
  return Number.isInteger(count) && count <= maxWeightAmount * 1_000 && weightOf(code) ? code : undefined
}

const unitOfHeading = (heading: string): Unit =>
  heading
    .toLowerCase()
    .split(/[^a-z]+/)
    .map(unitNamed)
    .find(Boolean) ?? 'GRAM'

/** The same for `KG_1` and `GRAM_1000`. */
export function sameWeight(code: string): string {
  const { unit, amount } = weightOf(code) ?? {}
  const fine = unit && smaller[unit]
  return fine ? `${fine}_${Number(amount) * 1_000}` : code
}
