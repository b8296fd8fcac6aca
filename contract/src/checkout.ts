/** What a buyer sends to order the cart, and what the shop says beforehand. */
import * as z from 'zod/mini'
import { cities } from './cities.ts'
import { choice, maxLengths, requiredText, textOrNothing } from './fields.ts'
import { deliveryWays, orderFormSentences, pickupAddress } from './order-values.ts'
import { paymentMethodNames } from './payment-methods.ts'
import { lenient, Rupiah } from './wire.ts'

const OrderForm = z.object({
  /** Not needed for `pickup`. */
  address: requiredText('Alamat', maxLengths.address, orderFormSentences.incomplete),
  /** Missing: `delivery`. */
  delivery_way: z.optional(z.nullable(choice(deliveryWays, orderFormSentences.chooseWay))),
  notes: textOrNothing('Catatan', maxLengths.notes),
  city: z.optional(z.nullable(choice(cities, orderFormSentences.chooseCity))),
  other_costs: z.number(orderFormSentences.incomplete),
  /** The buyer pays by this alone; without it, by any that the shop offers. */
  payment_method: z.optional(z.nullable(choice(paymentMethodNames, orderFormSentences.choosePayment))),
  expected_total: z.optional(z.nullable(z.number('Total yang diharapkan harus berupa angka.'))),
})

/** What a buyer who fetches the order gives as address and city does not count. */
export const PlaceOrder = z.pipe(
  z.transform((form: unknown) =>
    typeof form === 'object' && form !== null && 'delivery_way' in form && form.delivery_way === 'pickup'
      ? { ...form, address: pickupAddress, city: null }
      : form,
  ),
  OrderForm,
)
export type PlaceOrder = z.infer<typeof PlaceOrder>

export const CostsQuery = z.object({ city: lenient(z.nullable(z.enum(cities)), null) })

/** The costs of an order of the present cart, for each way in which it can be delivered, with the present settings. */
export const CartCosts = z.object({
  /** Of the goods; it counts where the cost is one for each kilogram begun. */
  weight_grams: z.int(),
  items_total: Rupiah,
  ways: z.array(
    z.object({
      delivery_way: z.enum(deliveryWays),
      shipping_cost: Rupiah,
      service_fee: Rupiah,
      /** What an order must repeat. */
      other_costs: Rupiah,
      total_price: Rupiah,
    }),
  ),
})
export type CartCosts = z.infer<typeof CartCosts>

/** The time for which an order of the present cart could stay unpaid. */
export const PaymentTime = z.object({
  minutes: z.number(),
  /** The order would take a large part of a product's stock, and its buyer has never paid one, so it gets less time. */
  is_shortened: z.boolean(),
})
export type PaymentTime = z.infer<typeof PaymentTime>
