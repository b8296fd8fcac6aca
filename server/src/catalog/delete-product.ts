import type { Db } from '../platform/db.ts'
import { ProductNotFound } from './errors.ts'

const foreignKeyViolation = '23503'

/**
 * Take a product off sale: out of the lists and, as those skip what is archived, out of every cart.
 * One that was never ordered is gone; one that orders refer to is archived, so that they still show it.
 * @param db  not a transaction: the refused deletion would end it
 * @throws {ProductNotFound} unknown, or deleted before
 */
export async function deleteProduct(db: Db, id: string, now: Date): Promise<void> {
  try {
    const { numDeletedRows } = await db
      .deleteFrom('products')
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new ProductNotFound()
  } catch (error) {
    if ((error as { code?: unknown }).code !== foreignKeyViolation) throw error
    await archive(db, id, now)
  }
}

async function archive(db: Db, id: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set({ archived_at: now, updated_at: now })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ProductNotFound()
}
