import { changedFields } from '../../people/audit/changed-fields.ts'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import { isForeignKeyViolation } from '../../platform/db/connections/db-failure.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { publishCatalogChange, publishMembershipChange } from '../catalog-change.ts'
import { ProductNotFound } from '../errors.ts'
import { auditedFields, auditedOf, regularColumns } from '../queries.ts'

/**
 * Stop selling a product. It leaves the lists, and carts say that it is not sold. A product that was never ordered is
 * deleted; one with orders is archived, so that they still show it.
 * @param db  not a transaction: a deletion that the database refuses would abort it
 * @throws {ProductNotFound} unknown, deleted or archived
 */
export async function deleteProduct(db: Db, by: Administrator, id: string, now: Date): Promise<void> {
  try {
    await transact(db, (tx) => removeProduct(tx, by, id, now))
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    await transact(db, (tx) => archiveProduct(tx, by, id, now))
  }
}

/** The audit entry keeps every field, because restoreProduct may need them and the row is gone. */
export async function removeProduct(tx: Tx, by: Administrator, id: string, now: Date): Promise<void> {
  const product = await tx
    .deleteFrom('products')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returning([...regularColumns(now), 'created_at', 'place'])
    .executeTakeFirst()
  if (!product) throw new ProductNotFound()
  const age = { field: 'created_at', before: product.created_at.toISOString(), after: null }
  const changes = [...changedFields([...auditedFields, 'group_id', 'place'], auditedOf(product), null), age]
  await recordChange(tx, by, { type: 'product', id: product.id }, { action: 'deleted', changes }, now)
  await publishMembershipChange(tx)
  await publishCatalogChange(tx, { product: id })
}

export async function archiveProduct(tx: Tx, by: Administrator, id: string, now: Date): Promise<void> {
  const product = await tx
    .updateTable('products')
    .set({ archived_at: now, updated_at: now })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!product) throw new ProductNotFound()
  await recordChange(tx, by, { type: 'product', id: product.id }, { action: 'archived' }, now)
  await publishMembershipChange(tx)
  await publishCatalogChange(tx, { product: id })
}
