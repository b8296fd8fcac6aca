import { questionOf, readNumber, type TypedNumber } from '~/platform/forms/typed-number'
import { formatRupiah } from '~/platform/state/formats'

/** Below it a price is probably one of thousands, typed without its zeros. */
const usualLeast = 1_000

/**
 * A price as people write it. One under Rp 1.000, and one that differs from the present price by more than half, is
 * ambiguous: the person has to choose.
 * @param former  the present price; undefined for a new product
 */
export function readPrice(text: string, former?: number): TypedNumber {
  const read = readNumber(text)
  if (read.kind !== 'number' || read.sign !== '' || read.value === 0 || !isUnlikely(read.value, former)) return read
  return { kind: 'ambiguous', readings: [probable(read.value, former), read.value] }
}

export const isUnlikely = (price: number, former: number | undefined) =>
  price !== former && (price < usualLeast || (former !== undefined && Math.abs(price - former) > former / 2))

/** The price with some zeros more or less that is nearest to the former one; else the former price itself. */
function probable(price: number, former: number | undefined): number {
  if (former === undefined) return price * 1_000
  const shifted = [price * 1_000, price * 100, price * 10, price / 10, price / 100]
  return shifted.find((value) => Number.isInteger(value) && !isUnlikely(value, former)) ?? former
}

/** `Maksud Anda 12.500 atau 125?` if the text has several readings, `Maksud Anda Rp 132.000 atau Rp 132?` if it has one. */
export const questionOfPrice = (text: string, readings: readonly number[]): string =>
  readNumber(text).kind === 'ambiguous' ? questionOf(readings) : questionOf(readings, formatRupiah)
