import * as z from 'zod/mini'
import { orderStatuses } from './orders.ts'
import { lenientInt, Rupiah } from './wire.ts'

const Period = z.object({ revenue: Rupiah, orders: z.int() })

/** Totals are of all time. `revenue_by_day` and `best_sellers` cover the last `days` Jakarta days, including today. */
export const Dashboard = z.object({
  total_users: z.int(),
  total_orders: z.int(),
  orders_by_status: z.record(z.enum(orderStatuses), z.int()),
  revenue: Rupiah,
  /** What of the revenue went back to buyers, or was taken back by the gateway. */
  refunded: Rupiah,
  /** `revenue` without `refunded`. */
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
