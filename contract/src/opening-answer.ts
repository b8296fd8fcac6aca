/** Whether the shop takes orders, in the form of the API. */
import * as z from 'zod/mini'
import { Instant } from './wire.ts'

/** The answer of the pages and of `GET /api/opening`. */
export const Opening = z.object({
  is_open: z.boolean(),
  /** The code of a refused order at this moment. */
  code: z.nullable(z.enum(['SHOP_CLOSED', 'CAP_REACHED'])),
  /** Indonesian sentences for everybody: the state, the reason and the end. Null if there is nothing to say. */
  title: z.nullable(z.string()),
  message: z.nullable(z.string()),
  reopens: z.nullable(z.string()),
  /** The moment at which orders are taken again; null if the shop is open, or if the moment is unknown. */
  opens_at: z.nullable(Instant),
  /** The moment at which this answer changes, if nobody changes the settings before. */
  changes_at: z.nullable(Instant),
})
export type Opening = z.infer<typeof Opening>

/** Null without a cap of this kind. */
const Counts = z.object({ orders: z.nullable(z.int()), pieces: z.nullable(z.int()) })

/** The answer for administrators, with their closure and today's cap. */
export const AdminOpening = z.object({
  opening: Opening,
  closed: z.nullable(z.object({ sentence: z.string(), reopens_on: z.nullable(z.string()) })),
  cap: Counts,
  /** The rest of today's cap, at least 0. */
  left: Counts,
})
export type AdminOpening = z.infer<typeof AdminOpening>
