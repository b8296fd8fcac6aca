import * as z from 'zod/mini'
import { Product, ProductBatch } from './catalog.ts'
import { Quantity } from './fields.ts'
import { Rupiah } from './wire.ts'

/**
 * `price` is quantity times the price of the product; `product.stock` may be less than `quantity`. A line with a batch
 * has nothing to do with the stock.
 */
export const CartItem = z.object({
  id: z.string(),
  quantity: z.int(),
  price: Rupiah,
  product: z.extend(
    z.pick(Product, {
      id: true,
      name: true,
      image: true,
      image_look: true,
      /** Of a piece in this cart. */
      price: true,
      compare_at_price: true,
      price_until: true,
      stock: true,
      weight: true,
      packaging: true,
      price_steps: true,
      group_id: true,
    }),
    /** Of a piece without its `price_steps`. */
    {
      single_price: Rupiah,
      /** The price is this buyer's own, and less than what everybody pays. */
      is_own_price: z.optional(z.boolean()),
    },
  ),
  batch_id: z.optional(z.string()),
  batch: z.optional(ProductBatch),
})
export type CartItem = z.infer<typeof CartItem>

/**
 * `unavailable`: lines whose product the shop no longer sells. They are not counted, and an order drops them.
 * `has_discounts`: an automatic discount runs, so that only `GET /api/carts/costs` knows the total. Missing: none runs.
 */
export const Cart = z.object({
  data: z.array(CartItem),
  total_carts: z.int(),
  unavailable: z.array(z.pick(Product, { id: true, name: true })),
  has_discounts: z.optional(z.boolean()),
})
export type Cart = z.infer<typeof Cart>

export const AddToCart = z.object({
  product_id: z.string('Pilih produk yang ingin dipesan.').check(z.toLowerCase()),
  quantity: Quantity,
  /** Missing: from the stock. */
  batch_id: z.optional(z.nullable(z.string('PO tidak dikenal.').check(z.toLowerCase()))),
})
export type AddToCart = z.infer<typeof AddToCart>

export const CartQuantity = z.object({ quantity: Quantity })
