import * as z from 'zod/mini'
import { choice, maxLengths, optionalFormat, optionalLine, textOrNothing } from './fields.ts'
import { OrderDelivery, Shipment } from './order-delivery.ts'
import { OrderItem } from './order-items.ts'
import {
  actors,
  chargeKinds,
  deliveryWays,
  handPayments,
  orderSources,
  orderStatuses,
  paymentStatuses,
} from './order-values.ts'
import { paymentMethodNames } from './payment-methods.ts'
import { refundReasons, refundStates, refundWays } from './refund-values.ts'
import {
  Day,
  Instant,
  lenient,
  limitOf,
  OrderPages,
  orderIdPattern,
  Page,
  Rupiah,
  SearchText,
  sortOrders,
  success,
} from './wire.ts'

export * from './cities.ts'
export * from './order-delivery.ts'
export * from './order-items.ts'
export * from './order-values.ts'

export const Transaction = z.object({
  status: z.enum(paymentStatuses),
  payment_type: z.nullable(z.string()),
  va_number: z.nullable(z.string()),
  /** The method that the buyer chose in the shop; null: at the gateway. */
  chosen_method: z.nullable(z.enum(paymentMethodNames)),
  /** The method that the gateway reports; null: none yet, or one that the shop does not know. */
  method: z.nullable(z.enum(paymentMethodNames)),
  /** What a Mandiri bill is paid with. */
  biller_code: z.nullable(z.string()),
  bill_key: z.nullable(z.string()),
  /** The seller received the money, without the gateway. */
  by_hand: z.nullable(z.enum(handPayments)),
  /** What is shown to the cashier of a store. */
  payment_code: z.nullable(z.string()),
  /** Whose app paid a QR. */
  issuer: z.nullable(z.string()),
  paid_at: z.nullable(Instant),
  /** It was paid, and the money was neither taken back by a bank nor is it being examined. */
  is_settled: z.boolean(),
  /** The end of the time for this payment; the order's own may be later. */
  expires_at: Instant,
  /** The end of the time in which the order can be paid. */
  order_expires_at: Instant,
  /** The moment at which a payment that the order could not accept was refunded. Staff don't see it. */
  refunded_at: z.optional(z.nullable(Instant)),
  /** Only for administrators: the gateway took the money back, and its name of the state. */
  reversed_at: z.optional(z.nullable(Instant)),
  reversed_state: z.optional(z.nullable(z.string())),
})
export type Transaction = z.infer<typeof Transaction>

export const Order = z.object({
  id: z.string(),
  status: z.enum(orderStatuses),
  order_time: Instant,
  total_price: Rupiah,
  address: z.string(),
  notes: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** `pickup`: the buyer fetches it. */
  delivery_way: z.enum(deliveryWays),
  /** How it goes to its place, as it was when it was ordered; null for an order without a place. */
  delivery: z.nullable(OrderDelivery),
  /** All costs but the goods, less the discount: it may be below zero. */
  other_costs: Rupiah,
  discount: z.nullable(z.object({ amount: Rupiah, reason: z.nullable(z.string()) })),
  /** Their sum is the total; none is zero. A discount is below zero, and its label is its reason. */
  charges: z.array(z.object({ kind: z.enum(chargeKinds), label: z.nullable(z.string()), amount: Rupiah })),
  source: z.enum(orderSources),
  /** The phone number is null where a buyer at the stall gave none. */
  user: z.object({ name: z.string(), phone: z.nullable(z.string()) }),
  order_items: z.array(OrderItem),
  transaction: Transaction,
  /** The day on which the buyer wants it; null: as soon as it can be. */
  wanted_on: z.nullable(z.string()),
  /** The day on which it is handed over to the courier or the buyer; null: not known, or it is sent or cancelled. */
  handover_on: z.nullable(z.string()),
  /** The day that was promised first, where a batch's day was changed since. */
  promised_on: z.optional(z.string()),
  /** Null until the order is shipped. */
  shipment: z.nullable(Shipment),
  /** Only for administrators: its money was taken back, so it can't be shipped until an administrator releases it. */
  payment_hold_at: z.optional(z.nullable(Instant)),
  /** When a shipped order completes itself; null: only its buyer completes it. */
  completes_at: z.nullable(Instant),
  /** Only for administrators: their own words. */
  note: z.optional(z.nullable(z.string())),
  /** Only for administrators: of all that is sent, not rounded; null: not all of it is known. */
  weight_grams: z.optional(z.nullable(z.int())),
  /** Only for administrators: the goods are packed since then. */
  packed_at: z.optional(z.nullable(Instant)),
})
export type Order = z.infer<typeof Order>

const deliveryFields = {
  recipient: z.string(),
  phone: z.nullable(z.string()),
  address: z.string(),
  city: z.nullable(z.string()),
}

export const OrderHistory = z.object({
  status: z.enum(orderStatuses),
  at: Instant,
  actor: z.enum(actors),
  /** True if the buyer did it by the link of the order, which others may have, too. */
  by_link: z.optional(z.literal(true)),
})
/** `at`: when it was made; before, when it was decided. */
export const OrderRefund = z.object({
  amount: Rupiah,
  state: z.enum(refundStates),
  way: z.nullable(z.enum(refundWays)),
  reason: z.enum(refundReasons),
  /** The seller's words. */
  cause: z.nullable(z.string()),
  at: Instant,
  /** Of a refund that is due: the moment from which only a transfer to a bank account can make it. */
  by_hand_from: z.nullable(Instant),
})
export type OrderRefund = z.infer<typeof OrderRefund>
export const OrderDetail = z.extend(Order, {
  history: z.array(OrderHistory),
  refunds: z.array(OrderRefund),
  /** The buyer's bank account for a refund by hand: only its bank and last digits. */
  refund_account: z.nullable(z.object({ shown: z.string(), set_at: Instant })),
  /** What the buyer gave, where the seller has changed it since. */
  former_delivery: z.nullable(z.object(deliveryFields)),
  /** Only for administrators: payments without order of which one of them said that they belong to this one. */
  assigned_payments: z.optional(z.array(z.object({ id: z.string(), amount: Rupiah }))),
  /** Only for administrators: what of the order's money is the shop's, and what is owed to its buyer (below zero: to the shop). */
  balance: z.optional(z.object({ kept: Rupiah, due: z.int() })),
})
export type OrderDetail = z.infer<typeof OrderDetail>
/** For the administration, where members of staff see nothing of refunds. */
export const AdminOrderDetail = z.extend(
  OrderDetail,
  z.partial(z.pick(OrderDetail, { refunds: true, refund_account: true })).shape,
)
export type AdminOrderDetail = z.infer<typeof AdminOrderDetail>

export const OrderList = z.object({ data: z.array(Order), pagination: OrderPages })
export type OrderList = z.infer<typeof OrderList>

/** The administrators' list has it for the query's days, but not for a text search. */
export const AdminOrderList = z.extend(OrderList, {
  orders_by_status: z.optional(z.nullable(z.record(z.enum(orderStatuses), z.int()))),
  /** Of the paid ones that may be sent, as `packed` finds them. */
  orders_by_packing: z.optional(z.nullable(z.record(z.enum(['no', 'yes']), z.int()))),
})
export type AdminOrderList = z.infer<typeof AdminOrderList>

/** The buyer's own list also has the number of orders in each status, for the tabs. */
export const MyOrderList = z.extend(OrderList, { orders_by_status: z.record(z.enum(orderStatuses), z.int()) })
export type MyOrderList = z.infer<typeof MyOrderList>

export const StatusChange = z.object({ status: choice(orderStatuses, 'Status pesanan tidak dikenal.') })

/** The courier and the tracking number of an order; either may be missing. */
export const ShipmentForm = z.object({
  courier: textOrNothing('Kurir', maxLengths.courier, optionalLine),
  tracking_number: textOrNothing('Nomor resi', maxLengths.trackingNumber, optionalFormat),
})
export type ShipmentForm = z.infer<typeof ShipmentForm>

/** The courier and the tracking number are used only when the new status is DIKIRIM. */
export const AdminStatusChange = z.extend(StatusChange, ShipmentForm.shape)
export type AdminStatusChange = z.infer<typeof AdminStatusChange>

/**
 * `shipped_otherwise` is for the status DIKIRIM: true if the order had been shipped before, with another courier or
 * tracking number than these. They stay, and `message` names them.
 */
export const AdminStatusAnswer = z.extend(success(AdminOrderDetail), { shipped_otherwise: z.optional(z.boolean()) })
export type AdminStatusAnswer = z.infer<typeof AdminStatusAnswer>

export const MyOrdersQuery = z.object({
  status: lenient(z.enum(orderStatuses), 'DIPROSES'),
  page: Page,
  limit: limitOf(100),
})
export type MyOrdersQuery = z.infer<typeof MyOrdersQuery>

const optionalStatus = lenient(z.nullable(z.enum(orderStatuses)), null)
export const AdminOrdersQuery = z.object({
  status: optionalStatus,
  not: optionalStatus,
  /** Only paid orders that may be shipped: `yes` are packed, `no` are to be packed. */
  packed: lenient(z.nullable(z.enum(['yes', 'no'])), null),
  /** Only paid orders that are handed over until this day, where the shop has set days of handing over. */
  handover: Day,
  /** Only orders with this batch. */
  batch: lenient(z.nullable(z.uuid()), null),
  query: SearchText,
  from: Day,
  to: Day,
  sortOrder: lenient(z.enum(sortOrders), 'asc'),
  /** Only what comes after this order in the list, also if it no longer matches: rows that leave meanwhile skip none. */
  after: lenient(z.nullable(z.string().check(z.regex(orderIdPattern))), null),
  page: Page,
  limit: limitOf(10),
})
export type AdminOrdersQuery = z.infer<typeof AdminOrdersQuery>

/** The CSV of the orders that a list finds: a row for each of them, or for each of their lines. */
export const OrdersExport = z.extend(AdminOrdersQuery, { per: lenient(z.enum(['order', 'line']), 'order') })
export type OrdersExport = z.infer<typeof OrdersExport>

/** A URL from which a file can be downloaded without a bearer token. */
export const Download = z.object({ url: z.string() })
