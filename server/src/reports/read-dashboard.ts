import type { Dashboard } from '@camilan/contract/reports'
import type { Db } from '../platform/db/db.ts'
import { bestSellers, countUsers, firstOpenDay, productsLowInStock, readTotals, revenueByDay } from './queries.ts'

/**
 * The seller's figures, all of one moment. Revenue is what orders that are paid, shipped or done cost in all, delivery
 * and fee included.
 * @param days  how many Jakarta days, today the last, the daily revenue and the best sellers cover
 */
export function readDashboard(db: Db, days: number, now: Date): Promise<Dashboard> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const openDay = await firstOpenDay(tx)
      const { orders, revenue } = await readTotals(tx, openDay)
      return {
        total_users: await countUsers(tx),
        total_orders: Object.values(orders).reduce((sum, count) => sum + count, 0),
        orders_by_status: orders,
        revenue,
        revenue_by_day: await revenueByDay(tx, days, now, openDay),
        best_sellers: await bestSellers(tx, days, now, openDay),
        low_stock: await productsLowInStock(tx),
      }
    })
}
