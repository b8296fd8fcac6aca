import { minAutoCompleteDays } from '@camilan/contract/settings'
import { sql } from 'kysely'
import { days, later } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { lockableOrders, transitionOrders } from './transition-order.ts'

const batchSize = 50

/**
 * Tell each shipped order when it completes itself, and complete those whose time has come. That moment stays, also if the
 * setting changes to other days, and is never nearer than three days for an order that was shipped before the shop set it.
 * @param afterDays  the days after shipping; null: only buyers complete orders
 */
export async function completeShippedOrders(
  db: Db,
  afterDays: number | null,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  await planCompletions(db, afterDays, now)
  while (!signal?.aborted) if ((await completeSome(db, now)) < batchSize) return
}

async function planCompletions(db: Db, afterDays: number | null, now: Date): Promise<void> {
  const completesAt =
    afterDays === null
      ? null
      : sql<Date>`greatest(shipped_at + ${days(afterDays)} * interval '1 ms', ${later(now, days(minAutoCompleteDays))})`
  await db
    .updateTable('orders')
    .set({ completes_at: completesAt })
    .where('status', '=', 'DIKIRIM')
    .where('completes_at', afterDays === null ? 'is not' : 'is', null)
    .execute()
}

/** @returns the number of completed orders */
function completeSome(db: Db, now: Date): Promise<number> {
  return transact(db, async (tx) => {
    const orders = await lockableOrders(tx)
      .where('status', '=', 'DIKIRIM')
      .where('completes_at', '<=', now)
      .orderBy('id')
      .limit(batchSize)
      .forNoKeyUpdate()
      .execute()
    if (orders.length > 0) await transitionOrders(tx, 'system', { orders, status: 'SELESAI' }, now)
    return orders.length
  })
}
