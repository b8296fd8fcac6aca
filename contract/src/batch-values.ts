/** Rules of batches without their schemas, so that the pages of a buyer don't load zod. */
import { jakartaDay } from './jakarta.ts'

interface BatchDays {
  order_until: string
}

/** Orders are taken until the end of this day of Jakarta. */
export const takesOrders = ({ order_until }: BatchDays, now: Date): boolean => jakartaDay(now) <= order_until

interface BatchOrder {
  status: string
  handover_on: string | null
  /** The first promise, where the day was changed. */
  promised_on: string | null
  batches: readonly BatchDays[]
}

/** Its buyer cancels a paid order with batches alone before all of them are closed to orders, or after its day was changed. */
export const isCancellableByBuyer = ({ status, handover_on, promised_on, batches }: BatchOrder, now: Date): boolean =>
  status === 'DIBAYAR' &&
  batches.length > 0 &&
  ((promised_on !== null && promised_on !== handover_on) || batches.every((batch) => takesOrders(batch, now)))
