/** Whether the shop takes orders, in the form of the API. */
import * as z from 'zod/mini'
import { Instant } from './wire.ts'

/** What an order of this moment may count on. */
export const Dispatch = z.object({
  /** The day on which it is handed over to the courier, or to the buyer. */
  handover_on: z.string(),
  /** Inside a sentence: `hari ini`, `besok`, `Senin`. */
  in_words: z.string(),
  /** As 14:00 in Jakarta: an order that is paid then or later is handed over on another day. Null: no order of today is. */
  before: z.nullable(z.string()),
})
export type Dispatch = z.infer<typeof Dispatch>

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
  /** Missing where the seller has set no days of handing over. */
  dispatch: z.optional(Dispatch),
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
