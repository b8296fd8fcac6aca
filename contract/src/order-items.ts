/** The lines of an order, as they were when it was placed. */
import * as z from 'zod/mini'
import { ProductImage, Rupiah } from './wire.ts'

/** A part of an ordered hamper, as it was then. */
const OrderedPart = z.object({
  product_id: z.string(),
  name: z.string(),
  weight: z.string(),
  packaging: z.string(),
  /** In one hamper. */
  quantity: z.int(),
  /** Its share of the price of one hamper. */
  price: Rupiah,
  /** Its share of the line's `discount`. */
  discount: Rupiah,
})

export const OrderItem = z.object({
  id: z.string(),
  /** As ordered. */
  quantity: z.int(),
  /** The pieces of it that the seller took out: they are not sent, and their price goes back. */
  taken_quantity: z.int(),
  /** Before its share of discounts. */
  price: Rupiah,
  /** Its share of the order's discounts on goods. Older orders have fractions of a rupiah. */
  discount: z.number(),
  product: z.object({
    id: z.string(),
    name: z.string(),
    ...ProductImage,
    price: Rupiah,
    weight: z.string(),
    packaging: z.string(),
  }),
  /** Null: it is no hamper. */
  parts: z.nullable(z.array(OrderedPart)),
  /** The batch in which it was ordered; missing: from the stock. */
  batch_id: z.optional(z.string()),
  batch: z.optional(z.object({ name: z.string(), order_until: z.string(), handed_over_on: z.string() })),
})
export type OrderItem = z.infer<typeof OrderItem>
