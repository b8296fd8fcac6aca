import type { PlannedPrices } from '@camilan/contract/many-products'
import { type SqlBool, sql } from 'kysely'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import { days, earlier } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { publishCatalogChange } from '../catalog-change.ts'
import { planText } from './plan-text.ts'

/** Prices are locked by id before the rows of `planned_prices`, in every transaction that writes both. */
function lockPrices(tx: Tx, ids: readonly string[]) {
  return tx
    .selectFrom('products')
    .select(['id', 'name', 'price'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** It wrote `products.price` at once. */
const isWritten = sql<SqlBool>`ends_at = starts_at`
const isOver = (now: Date) => sql<SqlBool>`ends_at <= ${now}`

/**
 * Undo a batch: prices that are still those of the batch return, and a planned change is withdrawn. A second call finds
 * nothing to undo.
 * @returns the number of prices that returned or will not change
 */
export function undoPrices(db: Db, by: Administrator, batchId: string, now: Date): Promise<number> {
  return transact(db, async (tx) => {
    const ofBatch = await tx.selectFrom('planned_prices').select('product_id').where('batch_id', '=', batchId).execute()
    const products = await lockPrices(
      tx,
      ofBatch.map(({ product_id }) => product_id),
    )
    const rows = await tx
      .updateTable('planned_prices')
      .set({ withdrawn_at: now })
      .where('batch_id', '=', batchId)
      .where('withdrawn_at', 'is', null)
      .where(({ or, not }) => or([isWritten, sql<SqlBool>`ends_at is null`, not(isOver(now))]))
      .returningAll()
      .returning(isWritten.as('isWritten'))
      .execute()
    const present = new Map(products.map(({ id, price }) => [id, price]))
    const undone = rows.filter((row) => !row.isWritten || present.get(row.product_id) === row.price)
    for (const { product_id: id, former_price: after, isWritten: wasWritten, ...plan } of undone) {
      if (wasWritten)
        await tx.updateTable('products').set({ price: after, updated_at: now }).where('id', '=', id).execute()
      const change = wasWritten
        ? { field: 'price', before: plan.price, after }
        : { field: 'planned_price', before: planText(plan), after: null }
      await recordChange(tx, by, { type: 'product', id }, { action: 'changed', changes: [change] }, now)
    }
    if (undone.length > 0) await publishCatalogChange(tx)
    return undone.length
  })
}

/** Changes that have not begun, or that will end. `isDone`: those of the last day that stay, as far as they are in force. */
export async function plannedPrices(db: Db, { isDone }: { isDone: boolean }, now: Date): Promise<PlannedPrices> {
  const hasBegun = sql<boolean>`starts_at <= ${now}`
  const isOfLastDay = sql<SqlBool>`starts_at > ${earlier(now, days(1))}`
  const rows = await db
    .selectFrom('planned_prices')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['batch_id', 'starts_at', 'ends_at', 'product_id', 'name', 'former_price', 'planned_prices.price'])
    .select(hasBegun.as('has_begun'))
    .where('withdrawn_at', 'is', null)
    .$if(!isDone, (query) =>
      query
        .where(({ or }) => or([sql<SqlBool>`ends_at > ${now}`, sql<SqlBool>`ends_at is null and starts_at > ${now}`]))
        .orderBy('starts_at'),
    )
    .$if(isDone, (query) =>
      query
        .where(hasBegun)
        .where(isOfLastDay)
        .where(sql<SqlBool>`(ends_at is null or (${isWritten} and products.price = planned_prices.price))`)
        .orderBy('starts_at', 'desc'),
    )
    .orderBy('name_key')
    .execute()
  return [...Map.groupBy(rows, ({ batch_id }) => batch_id)].flatMap(([batch_id, batch]) =>
    batch.slice(0, 1).map(({ starts_at, ends_at, has_begun }) => ({
      batch_id,
      from: starts_at.toISOString(),
      until: isDone ? null : (ends_at?.toISOString() ?? null),
      has_begun,
      items: batch.map((row) => ({
        id: row.product_id,
        name: row.name,
        old_price: row.former_price,
        new_price: row.price,
      })),
    })),
  )
}
