/** What a buyer sends to order the cart, and what the shop says beforehand. */
import * as z from 'zod/mini'
import { cities } from './cities.ts'
import { choice, maxLengths, optionalLine, optionalText, requiredText, textOrNothing } from './fields.ts'
import { deliveryWays, orderFormSentences, pickupAddress } from './order-values.ts'
import { paymentMethodNames } from './payment-methods.ts'
import { placePattern } from './place-codes.ts'
import { Place } from './places.ts'
import { lenient, Rupiah } from './wire.ts'

const { choosePlace } = orderFormSentences

/**
 * `stock` or the id of a batch: only these lines are ordered, and the others stay in the cart. Missing: all, on the later day.
 * What is ordered together counts together for the steps of a price and for price lists, here and in the costs; the lines of
 * the cart show the prices of all together.
 */
const CartPart = textOrNothing('Bagian keranjang', 36, (...args) => optionalText(...args).check(z.toLowerCase()))

const OrderForm = z.object({
  /** Not needed for `pickup`. */
  address: requiredText('Alamat', maxLengths.address, orderFormSentences.incomplete),
  /** Missing: `delivery`. */
  delivery_way: z.optional(z.nullable(choice(deliveryWays, orderFormSentences.chooseWay))),
  notes: textOrNothing('Catatan', maxLengths.notes),
  city: z.optional(z.nullable(choice(cities, orderFormSentences.chooseCity))),
  /** The code of a kabupaten, kota or kecamatan. The city is then its name. */
  place: z.optional(z.nullable(z.string(choosePlace).check(z.regex(placePattern, choosePlace)))),
  /** The name of one that goes to the place. Missing: the first that `GET /api/carts/costs` lists. */
  delivery_service: textOrNothing('Layanan pengiriman', maxLengths.deliveryService),
  /** The day on which the buyer wants it there, one of `wanted_days`. Missing: as soon as it can be. */
  wanted_on: z.optional(z.nullable(z.iso.date('Pilih hari tibanya.'))),
  /** The fees after their discounts, as `GET /api/carts/costs` tells them. */
  other_costs: z.number(orderFormSentences.incomplete),
  voucher_code: textOrNothing('Kode voucher', maxLengths.voucherCode, optionalLine),
  /** The buyer pays by this alone; without it, by any that the shop offers. */
  payment_method: z.optional(z.nullable(choice(paymentMethodNames, orderFormSentences.choosePayment))),
  cart_part: CartPart,
  expected_total: z.optional(z.nullable(z.number('Total yang diharapkan harus berupa angka.'))),
})

/** What a buyer who fetches the order gives as address, city, place and service does not count. */
export const PlaceOrder = z.pipe(
  z.transform((form: unknown) =>
    typeof form === 'object' && form !== null && 'delivery_way' in form && form.delivery_way === 'pickup'
      ? { ...form, address: pickupAddress, city: null, place: null, delivery_service: null }
      : form,
  ),
  OrderForm,
)
export type PlaceOrder = z.infer<typeof PlaceOrder>

const QueryText = lenient(z.nullable(z.string().check(z.maxLength(maxLengths.deliveryService))), null)
export const CostsQuery = z.object({
  city: lenient(z.nullable(z.enum(cities)), null),
  /** As in an order, where it is refused if it is no place; here it is one that the shop does not deliver to. */
  place: QueryText,
  delivery_service: QueryText,
  voucher_code: QueryText,
  /** As in an order. */
  cart_part: lenient(z.nullable(z.string().check(z.maxLength(36), z.toLowerCase())), null),
})
export type CostsQuery = z.infer<typeof CostsQuery>

const ServiceOffer = z.object({
  name: z.string(),
  zone: z.string(),
  /** 0 if it `is_free` by the sum of the goods, or if the recipient pays it `to_courier`. */
  cost: Rupiah,
  is_free: z.boolean(),
  to_courier: z.boolean(),
  days_min: z.nullable(z.int()),
  days_max: z.nullable(z.int()),
})
export type ServiceOffer = z.infer<typeof ServiceOffer>

const parcelNumber = lenient(z.coerce.number<string>().check(z.int(), z.gte(0), z.lte(1_000_000_000_000)), 0)
/** Of a parcel; `goods`: their sum in whole rupiah. */
export const ServicesQuery = z.object({ grams: parcelNumber, goods: parcelNumber })

/** What the delivery of a parcel to a place costs. */
export const PlaceServices = z.object({
  place: Place,
  services: z.array(ServiceOffer),
  /** The cost depends on the part of the place. */
  needs_smaller_place: z.boolean(),
})
export type PlaceServices = z.infer<typeof PlaceServices>

/** The costs of an order of the present cart, for each way in which it can be delivered, with the present settings. */
export const CartCosts = z.object({
  /** Of the goods; it counts where the cost is one for each kilogram begun. */
  weight_grams: z.int(),
  items_total: Rupiah,
  /** Those that go to the place, city or, without both, anywhere. The ways cost as the chosen one does, or the first. */
  services: z.array(ServiceOffer),
  /** The cost depends on the part of the place: an order has to name it. */
  needs_smaller_place: z.boolean(),
  /** A voucher runs today, so that a buyer may be asked for a code. */
  has_vouchers: z.boolean(),
  ways: z.array(
    z.object({
      delivery_way: z.enum(deliveryWays),
      shipping_cost: Rupiah,
      service_fee: Rupiah,
      /** What an order must repeat: both fees after their discounts. */
      other_costs: Rupiah,
      /** In the order in which they are given. `label`: a voucher's code, or the name of the discount. */
      discounts: z.array(z.object({ label: z.string(), amount: Rupiah, of_goods: Rupiah, of_fees: Rupiah })),
      total_price: Rupiah,
      /** Null without a `voucher_code`. Not used: it can't be, or another discount is worth more, as the sentence says. */
      voucher: z.nullable(z.object({ is_used: z.boolean(), sentence: z.nullable(z.string()) })),
      /** What the goods must cost more, before discounts, so that delivery is free; null: it is, or nothing makes it so. */
      until_free_delivery: z.nullable(Rupiah),
      /** The days on which it can be there, where the shop lets buyers wish for one. */
      wanted_days: z.optional(z.array(z.string())),
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

/** Where a buyer's last order was delivered; null: none was. */
export const LastDelivery = z.nullable(
  z.object({ address: z.string(), city: z.nullable(z.string()), place: z.nullable(z.string()) }),
)
export type LastDelivery = z.infer<typeof LastDelivery>
