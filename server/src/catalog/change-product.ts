import type { ProductChange } from '@camilan/contract/catalog'
import { notifyAdmins } from '../notifications/notify.ts'
import type { Db } from '../platform/db.ts'
import { ProductNotFound } from './errors.ts'
import { type ProductRow, productColumns } from './queries.ts'
import { stockNotice } from './stock-alert.ts'

/**
 * Change what the form gives and keep the rest. `stock` is the new absolute number; without it a sale in between is
 * not undone. Stock that becomes low or runs out is told to the administrators.
 * @param image  the hash of a new picture; undefined keeps the old one
 * @throws {ProductNotFound} unknown or archived
 */
export function changeProduct(
  db: Db,
  id: string,
  form: ProductChange,
  image: string | undefined,
  now: Date,
): Promise<ProductRow> {
  return db.transaction().execute(async (tx) => {
    // The lock keeps a sale from taking stock between what the alert compares.
    const before = await tx
      .selectFrom('products')
      .select('stock')
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw new ProductNotFound()
    const after = await tx
      .updateTable('products')
      .set({ ...form, ...(image !== undefined && { image }), updated_at: now })
      .where('id', '=', id)
      .returning(productColumns)
      .executeTakeFirstOrThrow()
    const message = stockNotice(after.name, before.stock, after.stock)
    if (message) await notifyAdmins(tx, { message, orderId: null }, now)
    return after
  })
}
