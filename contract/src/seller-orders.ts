import * as z from 'zod/mini'
import { choice, maxLengths, optionalLine, orBlank, Phone, Quantity, requiredLine, textOrNothing } from './fields.ts'
import { formatRupiah } from './formats.ts'
import { cities, handPayments, OrderDelivery, OrderDetail } from './orders.ts'
import { paymentChange } from './payments.ts'
import { placePattern } from './place-codes.ts'

/** The longest time in which the buyer of a seller's order may pay. */
export const maxPayDays = 7

const maxLines = 50
const maxDeliveryCost = 10_000_000
const maxAmount = 1_000_000_000_000
const days = `Batas bayar harus 1 sampai ${maxPayDays} hari.`

/** The name of a buyer at the stall who does not give one. */
export const stallBuyer = 'Pembeli langsung'

/** The seller enters an order from a chat or at the stall. */
const sellerOrder = z.object({
  /** Bought and taken at the stall: it has no address, needs neither name nor phone, and takes no service fee. */
  at_stall: z.nullish(z.boolean()),
  /** An order from a chat needs both. */
  name: z.nullish(orBlank(requiredLine('Nama', 100))),
  phone: z.nullish(orBlank(Phone)),
  /** Missing: the buyer fetches it, and delivery costs nothing. */
  address: textOrNothing('Alamat', maxLengths.address),
  /** As the seller types it. */
  city: textOrNothing('Kota', maxLengths.city, optionalLine),
  /** The code of a place. The city is then its name. */
  place: z.nullish(z.string('Pilih daerahnya.').check(z.regex(placePattern, 'Pilih daerahnya.'))),
  /** The name of one that goes to the place, or with `delivery_cost` any. Missing: the first that goes there. */
  delivery_service: textOrNothing('Layanan pengiriman', maxLengths.deliveryService),
  /** Of a city that is none of the shop's, or of a place, where it counts instead of the zone's. Missing: the usual cost. */
  delivery_cost: z.nullish(
    z
      .int('Ongkos kirim harus berupa rupiah bulat.')
      .check(
        z.gte(0, 'Ongkos kirim minimal Rp 0.'),
        z.lte(maxDeliveryCost, `Ongkos kirim paling banyak ${formatRupiah(maxDeliveryCost)}.`),
      ),
  ),
  notes: textOrNothing('Catatan', maxLengths.notes),
  /** Whole rupiah; it needs a reason, which the buyer reads. */
  discount: z.nullish(z.int('Diskon harus berupa rupiah bulat.').check(z.gte(0, 'Diskon minimal Rp 0.'))),
  discount_reason: textOrNothing('Alasan diskon', maxLengths.discountReason, optionalLine),
  voucher_code: textOrNothing('Kode voucher', maxLengths.voucherCode, optionalLine),
  /** Missing: the time that the shop gives every buyer. */
  pay_within_days: z.nullish(z.int(days).check(z.gte(1, days), z.lte(maxPayDays, days))),
  /** What the seller saw. Another total is refused: PRICE_CHANGED. */
  expected_total: z.nullish(z.number('Total yang diharapkan harus berupa angka.')),
  /** The order may be one more than the shop takes in a day. */
  confirm_daily_cap: z.nullish(z.boolean()),
  items: z
    .array(
      z.object({
        product_id: z.string('Pilih produk yang dipesan.').check(z.toLowerCase()),
        quantity: Quantity,
        /** Missing: from the stock. A batch that is closed to buyers is open to the seller. */
        batch_id: z.nullish(z.string('PO tidak dikenal.').check(z.toLowerCase())),
      }),
      'Pilih produk yang dipesan.',
    )
    .check(z.minLength(1, 'Pilih produk yang dipesan.'), z.maxLength(maxLines, `Paling banyak ${maxLines} produk.`)),
})

export const SellerOrder = sellerOrder.check((payload) => {
  const { at_stall, name, phone, address, place, delivery_cost } = payload.value
  const city = place ? null : payload.value.city
  const isFetched = address === null || address === undefined
  const refuse = (field: keyof typeof payload.value, message: string) =>
    payload.issues.push({ code: 'custom', path: [field], message, input: payload.value[field] })
  if (at_stall) {
    if (!isFetched) refuse('address', 'Pembelian di tempat tidak punya alamat.')
  } else {
    if (!name) refuse('name', 'Nama wajib diisi.')
    if (!phone) refuse('phone', 'Nomor telepon wajib diisi.')
  }
  const isOurs = cities.some((name) => name === city)
  if (!isFetched && city && !isOurs && delivery_cost == null) refuse('delivery_cost', 'Isi ongkos kirim ke kota ini.')
  if (delivery_cost != null && (isFetched || isOurs)) {
    refuse('delivery_cost', 'Ongkos kirim ini mengikuti pengaturan toko.')
  }
})
export type SellerOrder = z.infer<typeof SellerOrder>

/** The link is shown once: the shop stores only its hash. A repeated request gets a new link, which ends the first. */
export const EnteredOrder = z.object({ order_id: z.string(), link: z.string() })
export type EnteredOrder = z.infer<typeof EnteredOrder>

export const OrderLink = z.object({ link: z.string() })
export type OrderLink = z.infer<typeof OrderLink>

/** The seller received the money of an order without the gateway. */
export const HandPaymentForm = z.object({
  way: choice(handPayments, 'Pilih tunai atau transfer.'),
  amount: z
    .int('Jumlah harus berupa rupiah bulat.')
    .check(z.gte(1, 'Jumlah minimal Rp 1.'), z.lte(maxAmount, 'Jumlah terlalu besar.')),
  /** The day of Jakarta on which it arrived. */
  day: z.iso.date('Pilih tanggalnya.'),
})
export type HandPaymentForm = z.infer<typeof HandPaymentForm>

/** A buyer's link to an order, in the body because URLs are logged. */
export const LinkToken = z.object({ token: z.string().check(z.maxLength(100)) })
/** Without a method: any that the shop offers. */
export const LinkChangePayment = z.extend(LinkToken, paymentChange)

/** An order as its link shows it: without address, phone and the buyer's bank account. */
export const LinkedOrder = z.object({
  ...z.pick(OrderDetail, {
    id: true,
    status: true,
    order_time: true,
    total_price: true,
    delivery_way: true,
    other_costs: true,
    discount: true,
    wanted_on: true,
    handover_on: true,
    charges: true,
    history: true,
    order_items: true,
    transaction: true,
    shipment: true,
    refunds: true,
    completes_at: true,
  }).shape,
  delivery: z.nullable(z.pick(OrderDelivery, { service: true, to_courier: true, days_min: true, days_max: true })),
  /** Whether the buyer can pay it online now. */
  is_payable: z.boolean(),
  /** How long its delivery takes, as the seller writes it: `2-3 hari`. Null: its city is not known. */
  delivery_days: z.nullable(z.string()),
})
export type LinkedOrder = z.infer<typeof LinkedOrder>
