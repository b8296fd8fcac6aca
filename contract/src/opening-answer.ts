/** Whether the shop takes orders, as the API says it. */
import * as z from 'zod/mini'
import { Instant } from './wire.ts'

/** What the pages and `GET /api/opening` say. */
export const Opening = z.object({
  is_open: z.boolean(),
  /** The code with which an order would be refused now. */
  code: z.nullable(z.enum(['SHOP_CLOSED', 'CAP_REACHED'])),
  /** Indonesian sentences for everybody: what is, why, and until when. Null where there is nothing to say. */
  title: z.nullable(z.string()),
  message: z.nullable(z.string()),
  reopens: z.nullable(z.string()),
  /** When orders are taken again; null where the shop is open, and where nobody knows. */
  opens_at: z.nullable(Instant),
  /** When this becomes another answer, if nobody changes the settings before. */
  changes_at: z.nullable(Instant),
})
export type Opening = z.infer<typeof Opening>

/** Null where there is no cap of this kind. */
const Counts = z.object({ orders: z.nullable(z.int()), pieces: z.nullable(z.int()) })

/** What administrators see: also the closure that they set, and today's cap. */
export const AdminOpening = z.object({
  opening: Opening,
  closed: z.nullable(z.object({ sentence: z.string(), reopens_on: z.nullable(z.string()) })),
  cap: Counts,
  /** How much of the cap is left today, at least 0. */
  left: Counts,
})
export type AdminOpening = z.infer<typeof AdminOpening>
