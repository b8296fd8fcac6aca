/** Indonesia's provinces, kabupaten, kota and kecamatan; see place-codes.ts. */
import * as z from 'zod/mini'
import { lenient, limitOf, SearchText } from './wire.ts'

export const placeKinds = ['provinsi', 'kabupaten', 'kota', 'kecamatan'] as const
export type PlaceKind = (typeof placeKinds)[number]

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

export const PlacePath = z.object({ code: z.string() })

/** A place with its full name: `Beji, Kota Depok`. */
export const NamedPlace = z.object({ code: z.string(), name: z.string() })
export type NamedPlace = z.infer<typeof NamedPlace>

/**
 * With `query`, places of which it has words, those in `parent` alone if one is given. Without it, the direct parts of
 * `parent`, or the provinces.
 */
export const PlaceQuery = z.object({
  query: SearchText,
  parent: lenient(
    z.pipe(
      z.string().check(z.maxLength(20)),
      z.transform((code: string) => code || null),
    ),
    null,
  ),
  /** Of the places that a `query` finds. */
  limit: limitOf(20),
})
export type PlaceQuery = z.infer<typeof PlaceQuery>
