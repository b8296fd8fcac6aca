import type { Dashboard } from '@camilan/contract/reports'
import { messagesOfAlarms } from '../../people/notifications/alarms.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import {
  bestSellers,
  countUsers,
  productsLowInStock,
  readLosses,
  readPeriods,
  readTotals,
  revenueByDay,
} from './queries.ts'

/**
 * The figures of the dashboard, all from one snapshot of the database. Revenue is the total price of the paid orders,
 * including both fees; what of it went back is beside it.
 * @param days  the number of Jakarta days, up to today, of the daily revenue and the best sellers
 */
export function readDashboard(db: Db, days: number, now: Date): Promise<Dashboard> {
  return transact(
    db,
    async (tx) => {
      const { orders, revenue } = await readTotals(tx)
      const { refunded, owed } = await readLosses(tx)
      return {
        total_users: await countUsers(tx),
        total_orders: Object.values(orders).reduce((sum, count) => sum + count, 0),
        orders_by_status: orders,
        revenue,
        refunded,
        owed,
        net_revenue: revenue - refunded - owed,
        periods: await readPeriods(tx, now),
        revenue_by_day: await revenueByDay(tx, days, now),
        best_sellers: await bestSellers(tx, days, now),
        low_stock: await productsLowInStock(tx),
        payment_troubles: await messagesOfAlarms(tx, ['payments', 'payment-keys']),
      }
    },
    { isolation: 'repeatable read', isReadOnly: true },
  )
}
