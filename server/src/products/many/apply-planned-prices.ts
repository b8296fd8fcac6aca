import { days, earlier } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { togetherOrApart } from '../../platform/jobs/each-apart.ts'
import { publishCatalogChange } from '../catalog-change.ts'
import { lockPrices, writePrice } from './change-prices.ts'

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
  const due = await dueChanges(db, now).select('product_id').distinct().execute()
  const ids = due.map(({ product_id }) => product_id)
  if (ids.length > 0) await togetherOrApart(ids, (some) => transact(db, (tx) => applyDue(tx, some, now)))
}

/** Its start is due, or its end. */
function dueChanges(db: Db, now: Date) {
  return db
    .selectFrom('price_changes')
    .where('finished_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', '<=', now), eb.and([eb('begun_at', 'is', null), eb('starts_at', '<=', now)])]))
}

async function applyDue(tx: Tx, productIds: readonly string[], now: Date): Promise<void> {
  const present = new Map((await lockPrices(tx, productIds)).map(({ id, price }) => [id, price]))
  // Read again, because a change may have been undone before the prices were locked.
  const rows = await dueChanges(tx, now).selectAll().forUpdate().execute()
  const locked = rows.filter(({ product_id }) => present.has(product_id))
  for (const { id: row, product_id: id, former_price, price, ends_at, begun_at, actor_id, actor_name } of locked) {
    const isOver = ends_at !== null && ends_at <= now
    const [before, after] = begun_at ? [price, former_price] : [former_price, price]
    const applies = present.get(id) === before && (begun_at !== null || !isOver)
    if (applies) await writePrice(tx, { id: actor_id, name: actor_name }, { id, before, after }, now)
    const isFinished = !applies || begun_at !== null || ends_at === null
    await tx
      .updateTable('price_changes')
      .set({ begun_at: begun_at ?? now, finished_at: isFinished ? now : null })
      .where('id', '=', row)
      .execute()
  }
  if (locked.length > 0) await publishCatalogChange(tx)
}
