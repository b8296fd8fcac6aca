/** How an order goes to its buyer. */
import * as z from 'zod/mini'
import { Instant, Rupiah } from './wire.ts'

export const Shipment = z.object({
  courier: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  shipped_at: Instant,
  /** The courier's own name and its tracking page; null for a courier that has none, or without a number. */
  tracking: z.optional(z.nullable(z.object({ courier: z.string(), url: z.string() }))),
})
export type Shipment = z.infer<typeof Shipment>

export const OrderDelivery = z.object({
  place: z.string(),
  /** Null: the seller said the fee, and may have named no service. */
  zone: z.nullable(z.string()),
  service: z.nullable(z.string()),
  grams: z.int(),
  fee: Rupiah,
  /** The recipient pays the courier: the order has no charge for it. */
  to_courier: z.boolean(),
  days_min: z.nullable(z.int()),
  days_max: z.nullable(z.int()),
})
