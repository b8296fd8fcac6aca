import type { PlannedPrices } from '@camilan/contract/many-products'
import { sql } from 'kysely'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { publishCatalogChange } from '../catalog-change.ts'

/** The topic of the event that prices were planned. */
export const plannedPricesTopic = 'planned-prices'

/** Prices are locked by id before the rows of `price_changes`, in every transaction that writes both. */
export function lockPrices(tx: Tx, ids: readonly string[]) {
  return tx
    .selectFrom('products')
    .select(['id', 'name', 'price'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Write one price in the administrator's name. The caller publishes the change. */
export async function writePrice(
  tx: Tx,
  by: Administrator,
  { id, before, after }: { id: string; before: number; after: number },
  now: Date,
): Promise<void> {
  await tx.updateTable('products').set({ price: after, updated_at: now }).where('id', '=', id).execute()
  const changes = [{ field: 'price', before, after }]
  await recordChange(tx, by, { type: 'product', id }, { action: 'changed', changes }, now)
}

/**
 * Undo a batch: prices that are still those of the batch return, and a planned change is dropped. A second call finds
 * nothing to undo.
 * @returns the number of prices that returned or will not change
 */
export function undoPrices(db: Db, by: Administrator, batchId: string, now: Date): Promise<number> {
  return transact(db, async (tx) => {
    const ofBatch = await tx.selectFrom('price_changes').select('product_id').where('batch_id', '=', batchId).execute()
    const products = await lockPrices(
      tx,
      ofBatch.map(({ product_id }) => product_id),
    )
    const rows = await tx.deleteFrom('price_changes').where('batch_id', '=', batchId).returningAll().execute()
    const present = new Map(products.map(({ id, price }) => [id, price]))
    const begun = rows.filter(({ begun_at }) => begun_at !== null)
    const kept = begun.filter(({ product_id, price }) => present.get(product_id) === price)
    for (const { product_id: id, price, former_price } of kept) {
      await writePrice(tx, by, { id, before: price, after: former_price }, now)
    }
    if (kept.length > 0) await publishCatalogChange(tx)
    return rows.length - begun.length + kept.length
  })
}

/** Changes that have not begun, or that will end. `isDone`: those that are over, as far as their prices are still in force. */
export async function plannedPrices(db: Db, { isDone = false } = {}): Promise<PlannedPrices> {
  const rows = await db
    .selectFrom('price_changes')
    .innerJoin('products', 'products.id', 'product_id')
    .select([
      'batch_id',
      'starts_at',
      'ends_at',
      'begun_at',
      'product_id',
      'name',
      'former_price',
      'price_changes.price',
    ])
    .$if(!isDone, (query) => query.where('finished_at', 'is', null).orderBy('starts_at'))
    .$if(isDone, (query) =>
      query
        .where('finished_at', 'is not', null)
        .where('ends_at', 'is', null)
        .whereRef('products.price', '=', 'price_changes.price')
        .orderBy('starts_at', 'desc'),
    )
    .orderBy('name_key')
    .execute()
  return [...Map.groupBy(rows, ({ batch_id }) => batch_id)].flatMap(([batch_id, batch]) =>
    batch.slice(0, 1).map(({ starts_at, ends_at, begun_at }) => ({
      batch_id,
      from: starts_at.toISOString(),
      until: ends_at?.toISOString() ?? null,
      has_begun: begun_at !== null,
      items: batch.map((row) => ({
        id: row.product_id,
        name: row.name,
        old_price: row.former_price,
        new_price: row.price,
      })),
    })),
  )
}
