import * as z from 'zod/mini'
import { maxLengths, optionalText, requiredLine } from './fields.ts'
import { Order, OrderList, orderStatuses } from './orders.ts'
import { countDays, periods } from './periods.ts'
import { Day, Instant, lenient, lenientInt, limitOf, Page, Rupiah } from './wire.ts'

const Period = z.object({ revenue: Rupiah, orders: z.int() })

/** Totals are of all time. `revenue_by_day` and `best_sellers` cover the last `days` Jakarta days, including today. */
export const Dashboard = z.object({
  total_users: z.int(),
  total_orders: z.int(),
  orders_by_status: z.record(z.enum(orderStatuses), z.int()),
  revenue: Rupiah,
  /** What of the revenue went back to buyers, or was taken back by the gateway. */
  refunded: Rupiah,
  /** What of the revenue is not gone yet, and is the buyers'. */
  owed: Rupiah,
  /** `revenue` without `refunded` and `owed`. */
  net_revenue: Rupiah,
  /** The paid orders that were placed in each, in Jakarta. */
  periods: z.object({ today: Period, this_month: Period, last_month: Period }),
  revenue_by_day: z.array(z.object({ date: z.iso.date(), revenue: Rupiah, orders: z.int() })),
  best_sellers: z.array(z.object({ product_id: z.string(), name: z.string(), quantity: z.int(), revenue: Rupiah })),
  low_stock: z.array(z.object({ id: z.string(), name: z.string(), stock: z.int() })),
  /** A sentence for each trouble that keeps buyers from paying now. */
  payment_troubles: z.array(z.string()),
})
export type Dashboard = z.infer<typeof Dashboard>

export const DashboardQuery = z.object({ days: lenientInt({ min: 1, max: 366, fallback: 30 }) })

/** The most days of a report. */
export const maxReportDays = 366
/** The most products, cities and customers of a report, those with most sales. */
export const reportRows = 100

/** `from` and `to`, which go together, are instead of `period`. */
export const ReportQuery = z.object({ period: lenient(z.enum(periods), 'this_month'), from: Day, to: Day }).check(
  z.refine(({ from, to }) => (from === null) === (to === null), { path: ['to'], error: 'Pilih kedua tanggalnya.' }),
  z.refine(({ from, to }) => !from || !to || (from <= to && countDays({ from, to }) <= maxReportDays), {
    path: ['to'],
    error: `Pilih tanggal akhir setelah tanggal awal, paling lama ${maxReportDays} hari.`,
  }),
)

const figures = {
  orders: z.int(),
  /** The total prices, as in the dashboard: the sum of `goods`, `taken_out`, `delivery` and `service` without `discount`. */
  revenue: Rupiah,
  /** What of it went back to buyers, or was taken back by the gateway. */
  refunded: Rupiah,
  /** What of it is not gone yet, and is the buyers'. */
  owed: Rupiah,
  /** What the pieces that orders send cost their buyers. */
  goods: Rupiah,
  /** What the pieces cost that were taken out of orders. */
  taken_out: Rupiah,
  delivery: Rupiah,
  service: Rupiah,
  discount: Rupiah,
  /** Of the goods whose cost is known: their price without cost, discount, and what of it went or goes back to buyers. */
  margin: Rupiah,
  /** The goods whose cost is not known. */
  goods_without_cost: Rupiah,
}
const Figures = z.object(figures)
export type Figures = z.infer<typeof Figures>
export const figureNames = Object.keys(figures) as (keyof Figures)[]

/** `margin`: of the goods whose cost is known, their price without cost and their shares of discounts. */
const ProductFigures = z.object({ pieces: z.int(), goods: Rupiah, margin: Rupiah, goods_without_cost: Rupiah })
/** `given`: what it cost the shop. `revenue`: the total prices of the orders that got it. */
const DiscountFigures = z.object({ orders: z.int(), given: Rupiah, revenue: Rupiah })
const compared = <Shape extends z.core.$ZodType>(shape: Shape) => ({ now: shape, before: shape })
const ReportDays = z.object({ from: z.iso.date(), to: z.iso.date() })

/** The paid orders that were placed on some days in Jakarta, beside those of the days before. */
export const Report = z.object({
  ...compared(ReportDays),
  totals: z.object(compared(Figures)),
  products: z.array(z.object({ id: z.string(), name: z.string(), ...compared(ProductFigures) })),
  /** Automatic discounts and vouchers. */
  discounts: z.array(z.object({ id: z.string(), name: z.string(), ...compared(DiscountFigures) })),
  /** A product of these days has no cost yet. Orders keep the cost that it had when they were placed. */
  asks_costs: z.boolean(),
  /** The name is 'Ambil sendiri' for fetched orders, and null without a city. */
  cities: z.array(z.object({ name: z.nullable(z.string()), ...compared(Figures) })),
  /** The id is that of `GET /api/admin/customers/{id}`. */
  customers: z.array(z.object({ id: z.string(), name: z.string(), ...compared(Figures) })),
  /** Each with the day of the same number in the days before; 0 where those are fewer. */
  days: z.array(z.object({ date: z.iso.date(), ...compared(Figures) })),
})
export type Report = z.infer<typeof Report>

export const CustomerQuery = z.object({ page: Page, limit: limitOf(10) })

/** A buyer and their orders: those of an account; or, without an account, those that have the phone number of one order. */
export const Customer = z.object({
  name: z.string(),
  phone: z.string(),
  /** Null without an account. */
  email: z.nullable(z.string()),
  /** The seller's own words, which the buyer never reads. */
  note: z.string(),
  tags: z.array(z.string()),
  /** Of all orders that were paid. */
  paid_orders: z.int(),
  revenue: Rupiah,
  refunded: Rupiah,
  owed: Rupiah,
  first_order_at: z.nullable(Instant),
  last_order_at: z.nullable(Instant),
  /** Newest first. */
  orders: OrderList,
  /**
   * Of an account, the newest orders without account that have its phone number, on every page. Nobody has confirmed the
   * number, so they may be somebody else's and are in no sum. Their other ones: `GET /api/admin/customers/{id}` of one.
   */
  same_phone: z.object({ total: z.int(), orders: z.array(Order) }),
})
export type Customer = z.infer<typeof Customer>

const maxTags = 10
/** What the seller notes of a buyer. A tag that is there twice, in whatever letters, counts once. */
export const CustomerNote = z.object({
  note: optionalText('Catatan', maxLengths.notes),
  tags: z
    .array(requiredLine('Label', maxLengths.tag))
    .check(z.maxLength(maxTags, `Paling banyak ${maxTags} label.`), z.overwrite(uniqueTags)),
})
export type CustomerNote = z.infer<typeof CustomerNote>

function uniqueTags(tags: string[]): string[] {
  const byKey = new Map(tags.map((tag) => [tag.toLowerCase(), tag]))
  return [...byKey.values()]
}
