/** The ministry's codes of places: `32` a province, `32.76` a kabupaten or kota, `32.76.06` a kecamatan. Without zod. */
import type { City } from './cities.ts'

export const placePattern = /^\d\d(\.\d\d){0,2}$/

/** The code of a place and of each that it lies in, the smallest first. */
export const placeAndAround = (code: string): string[] =>
  [code, code.slice(0, 5), code.slice(0, 2)].filter((one, index, all) => all.indexOf(one) === index)

/** Whether the first place lies in the second. */
export const liesIn = (code: string, around: string): boolean => code.startsWith(`${around}.`)

/** `Beji, Kota Depok`, or `Kota Depok`: no two places have the same. */
export const fullNameOf = ({ kind, name, within }: { kind: string; name: string; within: string | null }): string =>
  kind === 'kecamatan' ? `${name}, ${within?.split(', ')[0]}` : name

/** What the five names mean where an order has no `place`. */
export const placesOfCity: Record<City, readonly string[]> = {
  Jakarta: ['31'],
  Bogor: ['32.01', '32.71'],
  Depok: ['32.76'],
  Tangerang: ['36.03', '36.71'],
  Bekasi: ['32.16', '32.75'],
}
