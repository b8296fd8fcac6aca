import { jakartaDay } from '@camilan/contract/jakarta'
import { orderStatuses, paidStatuses } from '@camilan/contract/orders'
import type { Dashboard } from '@camilan/contract/reports'
import { days, earlier } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'

/** The figures that the dashboard must show, computed from the rows of all orders, without `sales_days`. */
export async function plainDashboard(
  db: Db,
  dayCount: number,
  now: Date,
): Promise<Omit<Dashboard, 'total_users' | 'low_stock'>> {
  const orders = await db.selectFrom('orders').selectAll().execute()
  const rows = orders.map((order) => ({ ...order, day: jakartaDay(order.order_time) }))
  const isPaid = new Set<string>(paidStatuses)
  const paid = rows.filter(({ status }) => isPaid.has(status))
  const shown = Array.from({ length: dayCount }, (_, index) => jakartaDay(earlier(now, days(dayCount - 1 - index))))
  const byId = new Map(paid.filter(({ day }) => shown.includes(day)).map((order) => [order.id, order]))
  const items = (await db.selectFrom('order_items').selectAll().execute()).filter(({ order_id }) => byId.has(order_id))
  const names = new Map(
    (await db.selectFrom('products').select(['id', 'name']).execute()).map((row) => [row.id, row.name]),
  )
  const sellers = [...new Set(items.map(({ product_id }) => product_id))].map((product_id) => {
    const sold = items.filter((item) => item.product_id === product_id)
    return {
      product_id,
      name: names.get(product_id) ?? '',
      quantity: sum(sold.map(({ quantity }) => quantity)),
      revenue: sum(sold.map(({ quantity, unit_price }) => quantity * unit_price)),
    }
  })
  return {
    total_orders: rows.length,
    orders_by_status: Object.fromEntries(
      orderStatuses.map((status) => [status, rows.filter((order) => order.status === status).length]),
    ) as Dashboard['orders_by_status'],
    revenue: sum(paid.map(({ total_price }) => total_price)),
    revenue_by_day: shown.map((date) => {
      const ofDay = paid.filter(({ day }) => day === date)
      return { date, revenue: sum(ofDay.map(({ total_price }) => total_price)), orders: ofDay.length }
    }),
    best_sellers: sellers
      .sort((a, b) => b.quantity - a.quantity || b.revenue - a.revenue || (a.product_id < b.product_id ? -1 : 1))
      .slice(0, 10),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
