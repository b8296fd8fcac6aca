import { minAutoCompleteDays } from '@camilan/contract/settings'
import { type ExpressionBuilder, sql } from 'kysely'
import { days, later } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { DB } from '../../platform/db/db-types.ts'
import { transact } from '../../platform/db/transact.ts'
import { eachApart, togetherOrApart } from '../../platform/jobs/each-apart.ts'
import { lockableOrders, transitionOrders } from '../change/transition-order.ts'

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
  await eachApart(dueBatches(db, now), (ids) => togetherOrApart(ids, (some) => complete(db, some, now), signal), signal)
}

async function* dueBatches(db: Db, now: Date): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const due = db
      .selectFrom('orders')
      .select('id')
      .where((eb) => isDue(eb, now))
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
    const ids = (await due.execute()).map(({ id }) => id)
    if (ids.length > 0) yield ids
    if (ids.length < batchSize) return
    last = ids.at(-1) ?? last
  }
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

const isDue = ({ eb }: ExpressionBuilder<DB, 'orders'>, now: Date) =>
  eb.and([eb('orders.status', '=', 'DIKIRIM'), eb('orders.completes_at', '<=', now)])

function complete(db: Db, ids: readonly string[], now: Date): Promise<void> {
  return transact(db, async (tx) => {
    const due = lockableOrders(tx)
      .where((eb) => isDue(eb, now))
      .where('id', '=', sql<string>`any(${ids}::text[])`)
    const orders = await due.orderBy('id').forNoKeyUpdate().execute()
    if (orders.length > 0) await transitionOrders(tx, 'system', { orders, status: 'SELESAI' }, now)
  })
}
