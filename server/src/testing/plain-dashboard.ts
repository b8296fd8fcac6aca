import { jakartaDay } from '@camilan/contract/jakarta'
import { orderStatuses, paidStatuses } from '@camilan/contract/orders'
import type { Dashboard } from '@camilan/contract/reports'
import { days, earlier } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

type Figures = Omit<
  Dashboard,
  'total_users' | 'periods' | 'low_stock' | 'payment_troubles' | 'refunded' | 'owed' | 'net_revenue'
>

/** The figures that the dashboard must show, computed from the rows of all orders. */
export async function plainDashboard(db: Db, dayCount: number, now: Date): Promise<Figures> {
  const orders = await db.selectFrom('orders').selectAll().execute()
  const paid = orders
    .filter(({ status }) => paidStatuses.some((one) => one === status))
    .map((order) => ({ ...order, day: jakartaDay(order.order_time) }))
  const shown = Array.from({ length: dayCount }, (_, index) => jakartaDay(earlier(now, days(dayCount - 1 - index))))
  const shownIds = new Set(paid.filter(({ day }) => shown.includes(day)).map(({ id }) => id))
  const items = await db
    .selectFrom('order_items')
    .leftJoin('products', 'products.id', 'product_id')
    .select(['order_id', 'product_id', 'products.name', 'quantity', 'unit_price'])
    .execute()
  const sold = Map.groupBy(
    items.filter(({ order_id }) => shownIds.has(order_id)),
    ({ product_id }) => product_id,
  )
  return {
    total_orders: orders.length,
    orders_by_status: Object.fromEntries(
      orderStatuses.map((status) => [status, orders.filter((order) => order.status === status).length]),
    ) as Dashboard['orders_by_status'],
    revenue: sum(paid.map(({ total_price }) => total_price)),
    revenue_by_day: shown.map((date) => {
      const ofDay = paid.filter(({ day }) => day === date)
      return { date, revenue: sum(ofDay.map(({ total_price }) => total_price)), orders: ofDay.length }
    }),
    best_sellers: [...sold]
      .map(([product_id, lines]) => ({
        product_id,
        name: lines[0]?.name ?? '',
        quantity: sum(lines.map(({ quantity }) => quantity)),
        revenue: sum(lines.map(({ quantity, unit_price }) => quantity * unit_price)),
      }))
      .sort((a, b) => b.quantity - a.quantity || b.revenue - a.revenue || (a.product_id < b.product_id ? -1 : 1))
      .slice(0, 10),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
