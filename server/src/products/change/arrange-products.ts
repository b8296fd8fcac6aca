import { sql } from 'kysely'
import { type Administrator, recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { publishCatalogChange } from '../catalog-change.ts'

/**
 * Give these products the first places of the seller's own order. Those that had a place follow in their order, and those
 * that had none, such as new ones, stay last. An id that is gone is skipped. Of two calls the last one stands; a second call
 * changes nothing.
 */
export function arrangeProducts(db: Db, by: Administrator, ids: readonly string[], now: Date): Promise<void> {
  return transact(db, async (tx) => {
    const given = sql`unnest(${ids}::uuid[]) with ordinality as given (id, nth)`
    // Locked by id, as orders lock them, before the places are counted.
    await tx
      .selectFrom('products')
      .select('id')
      .where(sql<boolean>`(place is not null or id = any(${ids}::uuid[]))`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const { numAffectedRows = 0n } = await sql`
      update products set place = arranged.place
      from (
        select products.id, row_number() over (order by nth, products.place, products.id) as place
        from products left join ${given} on given.id = products.id
        where products.place is not null or nth is not null
      ) as arranged
      where products.id = arranged.id and products.place is distinct from arranged.place`.execute(tx)
    if (numAffectedRows === 0n) return
    const changes = [{ field: 'products_arranged', before: null, after: ids.length }]
    await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
    await publishCatalogChange(tx)
  })
}
