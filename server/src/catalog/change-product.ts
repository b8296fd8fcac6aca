import type { ProductChange } from '@camilan/contract/catalog'
import { changedFields } from '../audit/changed-fields.ts'
import { type By, recordChange } from '../audit/record-change.ts'
import { notify } from '../notifications/notify.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { ProductNotFound, StockChanged } from './errors.ts'
import { auditedFields, type ProductRow, productColumns } from './queries.ts'
import { stockNotice } from './stock-alert.ts'

/**
 * Change what the form gives and keep the rest. `stock` is the new absolute number; without it a sale in between is
 * not undone. Stock that becomes low or runs out is told to the administrators.
 * @param image  the hash of a new picture; undefined keeps the old one
 * @throws {ProductNotFound} unknown or archived
 * @throws {StockChanged} there is another number of it than the form expected; nothing is changed then
 */
export function changeProduct(
  db: Db,
  id: string,
  { expected_stock, ...form }: ProductChange,
  image: string | undefined,
  by: By,
  now: Date,
): Promise<ProductRow> {
  return transact(db, async (tx) => {
    // The lock keeps a sale from taking stock between what is compared here.
    const before = await tx
      .selectFrom('products')
      .select(productColumns)
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw new ProductNotFound()
    if (expected_stock !== undefined && expected_stock !== before.stock) throw new StockChanged(before.stock)
    const after = await tx
      .updateTable('products')
      .set({ ...form, ...(image !== undefined && { image }), updated_at: now })
      .where('id', '=', id)
      .returning(productColumns)
      .executeTakeFirstOrThrow()
    const changes = changedFields(auditedFields, before, after)
    if (changes.length > 0) {
      await recordChange(tx, by, { type: 'product', id: after.id }, { action: 'changed', changes }, now)
    }
    const alert = stockNotice(after, before.stock, after.stock)
    if (alert) await notify(tx, [alert], now)
    return after
  })
}
