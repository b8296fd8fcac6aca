import { type OrderStatus, paidStatuses } from '@camilan/contract/orders'
import type { Dashboard } from '@camilan/contract/reports'
import type { Db } from '../platform/db.ts'
import { bestSellers, countUsers, productsLowInStock, revenueByDay, totalsByStatus } from './queries.ts'

const paid = new Set<OrderStatus>(paidStatuses)
const noOrders = { DIPROSES: 0, DIBAYAR: 0, DIKIRIM: 0, SELESAI: 0, DIBATALKAN: 0 }

/**
 * The seller's figures. Revenue is what orders that are paid, shipped or done cost in all, delivery and fee included.
 * @param days  how many Jakarta days, today the last, the daily revenue and the best sellers cover
 */
export async function readDashboard(db: Db, days: number, now: Date): Promise<Dashboard> {
  const [users, totals, byDay, best, low] = await Promise.all([
    countUsers(db),
    totalsByStatus(db),
    revenueByDay(db, days, now),
    bestSellers(db, days, now),
    productsLowInStock(db),
  ])
  return {
    total_users: users,
    total_orders: totals.reduce((count, { orders }) => count + orders, 0),
    orders_by_status: { ...noOrders, ...Object.fromEntries(totals.map(({ status, orders }) => [status, orders])) },
    revenue: totals.reduce((revenue, { status, sum }) => (paid.has(status) ? revenue + sum : revenue), 0),
    revenue_by_day: byDay,
    best_sellers: best,
    low_stock: low,
  }
}
