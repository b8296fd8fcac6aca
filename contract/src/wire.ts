/** The response envelopes of the API, and the query parameters common to all lists. */
import * as z from 'zod/mini'
import { type ErrorCode, errorSentences } from './errors.ts'
import { searchTextOf } from './texts.ts'

/** ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
/** Whole rupiah. */
export const Rupiah = z.int()
/** Absolute URL of a picture, or null if there is none. */
export const ImageUrl = z.nullable(z.string())
/** The picture of a product. `image_look` says how it is shown, see `readLook`; null: nothing is known. */
export const ProductImage = { image: ImageUrl, image_look: z.nullable(z.string()) }

export const success = <T extends z.core.$ZodType>(data: T) => z.object({ data, message: z.optional(z.string()) })
export const Message = z.object({ message: z.string() })

const pages = { page: z.int(), total_page: z.int() }
export const ProductPages = z.object({ ...pages, total_products: z.int() })
export const OrderPages = z.object({ ...pages, total_orders: z.int() })
export const UserPages = z.object({ ...pages, total_users: z.int() })
export const EntryPages = z.object({ ...pages, total_entries: z.int() })

/** An opaque id in the path. A malformed one is answered with NOT_FOUND. */
export const UuidPath = z.object({ id: z.guid() })
export const orderIdPattern = /^[\w-]{1,40}$/
export const OrderPath = z.object({ id: z.string().check(z.regex(orderIdPattern)) })

/** A query parameter that never causes an error: an invalid value is replaced by `fallback`. */
export function lenient<T extends z.core.$ZodType>(schema: T, fallback: z.output<T>) {
  return z.catch(schema, fallback)
}

/** What no code of a list is. */
const noCode = '-'

/** A filter by a code of a list: an unknown one finds nothing, and an empty value is no filter. */
export const CodeFilter = lenient(
  z.nullable(
    z.pipe(
      z.string(),
      z.transform((text: string) => (/^[A-Z0-9_]*$/.test(text) ? text || null : noCode)),
    ),
  ),
  null,
)

/** A whole number in a query, limited to min..max; anything else is replaced by `fallback`. */
export function lenientInt({ min, max, fallback }: { min: number; max: number; fallback: number }) {
  const clamped = z.pipe(
    z.string().check(z.regex(/^\s*[+-]?\d+\s*$/)),
    z.transform((text: string) => Math.min(Math.max(Number(text), min), max)),
  )
  return lenient(clamped, fallback)
}

export const Page = lenientInt({ min: 1, max: 1_000_000_000, fallback: 1 })
/** The most rows of a list response. */
export const maxPageSize = 100
export const limitOf = (fallback: number) => lenientInt({ min: 1, max: maxPageSize, fallback })
export const sortOrders = ['asc', 'desc'] as const

/** A day in Jakarta as yyyy-mm-dd; null if none is given. */
export const Day = lenient(z.nullable(z.iso.date().check(z.regex(/^2/))), null)

/** Search text; null if there is nothing to search for. */
export const SearchText = lenient(z.pipe(z.string(), z.transform(searchTextOf)), null)

/** The body of every error response under /api. */
export const Failure = z.object({
  errors: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(errorSentences) as [ErrorCode, ...ErrorCode[]]),
  fields: z.optional(z.record(z.string(), z.string())),
  data: z.optional(z.unknown()),
})
export type Failure = z.infer<typeof Failure>
