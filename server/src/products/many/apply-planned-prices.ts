import { type Selectable, sql } from 'kysely'
import { days, earlier, hours } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { PriceChanges } from '../../platform/db/db-types.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimDue, type DueWork } from '../../platform/jobs/due-work.ts'
import { togetherOrApart } from '../../platform/jobs/each-apart.ts'
import { publishCatalogChange } from '../catalog-change.ts'
import { lockPrices, writePrice } from './planned-prices.ts'

/** The start of a change or, when it has begun, its end. */
const nextStep = sql<Date>`case when begun_at is null then starts_at else ends_at end`

export const priceWork: DueWork<'price_changes'> = {
  table: 'price_changes',
  key: ['id'],
  from: nextStep,
  due: 'next_attempt_at',
  attempts: 'attempts',
  isOpen: sql<boolean>`finished_at is null`,
  longestPauseMs: hours(1),
}

/** All changes of the largest shop, so that those of one moment become visible together. */
const atMost = 10_000

/**
 * Begin and end the planned prices that are due, and forget those that can no longer be undone. The price of an order is
 * always `products.price`, so an order has the price before or after the change, and a buyer who saw another total is
 * refused with PRICE_CHANGED. A price that somebody has changed meanwhile stays: the plan ends without an effect.
 */
export async function applyPlannedPrices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('price_changes')
    .where('finished_at', '<', earlier(now, days(1)))
    .execute()
  const due = await claimDue(db, priceWork, now, { atMost })
  if (due.length > 0) await togetherOrApart(due, (some) => transact(db, (tx) => applyDue(tx, some, now)))
}

async function applyDue(tx: Tx, due: readonly Selectable<PriceChanges>[], now: Date): Promise<void> {
  const products = await lockPrices(
    tx,
    due.map(({ product_id }) => product_id),
  )
  const present = new Map(products.map(({ id, price }) => [id, price]))
  // Read again, because a change may have been undone before the prices were locked.
  const rows = await tx
    .selectFrom('price_changes')
    .selectAll()
    .where('id', '=', sql<number>`any(${due.map(({ id }) => id)}::bigint[])`)
    .where('finished_at', 'is', null)
    .where(nextStep, '<=', now)
    .forUpdate()
    .execute()
  for (const { id: row, product_id: id, former_price, price, ends_at, begun_at, actor_id, actor_name } of rows) {
    const isOver = ends_at !== null && ends_at <= now
    const [before, after] = begun_at ? [price, former_price] : [former_price, price]
    const applies = present.get(id) === before && (begun_at !== null || !isOver)
    if (applies) await writePrice(tx, { id: actor_id, name: actor_name }, { id, before, after }, now)
    const isFinished = !applies || begun_at !== null || ends_at === null
    await tx
      .updateTable('price_changes')
      .set({ begun_at: begun_at ?? now, finished_at: isFinished ? now : null, next_attempt_at: null, attempts: 0 })
      .where('id', '=', row)
      .execute()
  }
  if (rows.length > 0) await publishCatalogChange(tx)
}
