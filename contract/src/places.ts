/** Indonesia's provinces, kabupaten, kota and kecamatan, by the ministry's codes: `32`, `32.76`, `32.76.01`. */
import * as z from 'zod/mini'
import type { City } from './cities.ts'
import { lenient, limitOf, SearchText } from './wire.ts'

export const placeKinds = ['provinsi', 'kabupaten', 'kota', 'kecamatan'] as const
export type PlaceKind = (typeof placeKinds)[number]

export const placePattern = /^\d\d(\.\d\d){0,2}$/

/** The code of a place and of each that it lies in, the smallest first. */
export const placeAndAround = (code: string): string[] =>
  [code, code.slice(0, 5), code.slice(0, 2)].filter((one, index, all) => all.indexOf(one) === index)

/** Whether the first place lies in the second. */
export const liesIn = (code: string, around: string): boolean => code.startsWith(`${around}.`)

/** What the five names mean where an order has no `place`. */
export const placesOfCity: Record<City, readonly string[]> = {
  Jakarta: ['31'],
  Bogor: ['32.01', '32.71'],
  Depok: ['32.76'],
  Tangerang: ['36.03', '36.71'],
  Bekasi: ['32.16', '32.75'],
}

/** `Kota Depok`, in `Jawa Barat`. */
export const Place = z.object({
  code: z.string(),
  /** That of a kabupaten or kota begins with its kind: 26 are both. */
  name: z.string(),
  kind: z.enum(placeKinds),
  /** The names of the places around it, the smallest first: `Kota Depok, Jawa Barat`. Null for a province. */
  within: z.nullable(z.string()),
})
export type Place = z.infer<typeof Place>

/**
 * With `query`, places of which it has words, those in `parent` alone if one is given. Without it, the direct parts of
 * `parent`, or the provinces.
 */
export const PlaceQuery = z.object({
  query: SearchText,
  parent: lenient(z.nullable(z.string().check(z.maxLength(20))), null),
  /** Of the places that a `query` finds. */
  limit: limitOf(20),
})
export type PlaceQuery = z.infer<typeof PlaceQuery>
