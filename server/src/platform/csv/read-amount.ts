/** Reads amounts as spreadsheets, dashboards and people write them into cells. */
import { cleanFormat } from '@camilan/contract/texts'

/** Longer cells are not searched. */
const longestAmount = 40
const plain = /^(\d{1,13})(?:[.,](\d{1,2}))?$/
const grouped = /^([1-9]\d{0,2}(?:\.\d{3}){1,4})(?:,(\d{1,2}))?$|^([1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?$/

/**
 * `46000.00`, `46.000`, `Rp 46.000,00`, `46,000`, `-46.000`, `(46.000)` in rupiah, with sen as a fraction.
 * @returns undefined for everything else
 */
export function readAmount(cell: string): number | undefined {
  if (cell.length > longestAmount) return undefined
  const bare = cleanFormat(cell).replace(/\s|rp\.?|idr/gi, '')
  const [, bracketed] = /^\((.+)\)$/.exec(bare) ?? []
  const isNegative = bracketed !== undefined || bare.startsWith('-')
  const digits = bracketed ?? bare.replace(/^[-+]/, '').replace(/,-$/, '')
  const [, whole, sen = '0'] = plain.exec(digits) ?? groupedParts(digits)
  if (whole === undefined) return undefined
  const value = Number(`${whole.replace(/[.,]/g, '')}.${sen}`)
  return isNegative ? -value : value
}

function groupedParts(digits: string): (string | undefined)[] {
  const [, byDot, senOfDot, byComma, senOfComma] = grouped.exec(digits) ?? []
  return [undefined, byDot ?? byComma, senOfDot ?? senOfComma]
}
