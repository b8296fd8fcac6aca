import type { ProductChange } from '@camilan/contract/catalog'
import { changedFields } from '../audit/changed-fields.ts'
import { type Administrator, recordChange } from '../audit/record-change.ts'
import { notify } from '../notifications/notify.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { publishCatalogChange, publishMembershipChange } from './catalog-change.ts'
import { ProductNotFound, StockChanged } from './errors.ts'
import { auditedFields, type ProductRow, productColumns, searchedFields } from './queries.ts'
import { stockNotice } from './stock-alert.ts'

interface ChangedProduct {
  id: string
  form: ProductChange
  /** The hash of a new picture; undefined keeps the old one. */
  image: string | undefined
}

/**
 * Change the fields that the form has and keep the others. `stock` is the new absolute number; without it the stock
 * stays, including the effect of concurrent sales. The administrators are notified of stock that becomes low or runs out.
 * @throws {ProductNotFound} unknown or archived
 * @throws {StockChanged} the stock is not the number that the form expected; nothing is changed then
 */
export function changeProduct(
  db: Db,
  by: Administrator,
  { id, form: { expected_stock, ...fields }, image }: ChangedProduct,
  now: Date,
): Promise<ProductRow> {
  return transact(db, async (tx) => {
    // Locked, so that no sale takes stock between this comparison and the update.
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
      .set({ ...fields, ...(image !== undefined && { image }), updated_at: now })
      .where('id', '=', id)
      .returning(productColumns)
      .executeTakeFirstOrThrow()
    const changes = changedFields(auditedFields, before, after)
    if (changes.length > 0) {
      await recordChange(tx, by, { type: 'product', id: after.id }, { action: 'changed', changes }, now)
    }
    const alert = stockNotice(after, before.stock, after.stock)
    if (alert) await notify(tx, [alert], now)
    if (searchedFields.some((field) => before[field] !== after[field])) await publishMembershipChange(tx)
    await publishCatalogChange(tx, { product: id })
    return after
  })
}
