/** What paid orders need: products to make, and orders to pack. */
import * as z from 'zod/mini'
import { Product } from './catalog.ts'
import { errorSentences } from './errors.ts'
import { TermCode } from './term-form.ts'
import { Day } from './wire.ts'

const Good = { product_id: z.guid(), weight: z.string(), packaging: z.string() }

/** In pieces, without those that were taken out of an order. */
export const ProductionLine = z.object({
  ...Good,
  name: z.string(),
  image: Product.shape.image,
  image_look: Product.shape.image_look,
  /** Of orders that may be shipped. */
  quantity: z.int(),
  /** What of `quantity` is in packed orders. */
  packed: z.int(),
  /** What of the rest is ticked as made. */
  made: z.int(),
  /** Beside `quantity`: of orders whose money was taken back. */
  held: z.int(),
})
export type ProductionLine = z.infer<typeof ProductionLine>

/** The paid orders that are not shipped yet, by the day of handing over, or else the day on which they were placed; the oldest first. */
export const Production = z.array(
  z.object({
    day: z.iso.date(),
    /** Without those that are held. */
    orders: z.int(),
    packed_orders: z.int(),
    held_orders: z.int(),
    /** The names of the batches of these orders. */
    batches: z.array(z.string()),
    lines: z.array(ProductionLine),
  }),
)
export type Production = z.infer<typeof Production>

/** `made` pieces of the product are ready, those of the oldest orders first; packed ones are not counted. */
export const MadeGoods = z.object({
  ...Good,
  weight: TermCode(errorSentences.NOT_FOUND),
  packaging: TermCode(errorSentences.NOT_FOUND),
  /** Only the orders of this day, as the answer has it; null: of all days. */
  day: Day,
  made: z.int().check(z.minimum(0)),
})
export type MadeGoods = z.infer<typeof MadeGoods>
