import type { AuditChange } from '@camilan/contract/audit'
import type { ProductChange } from '@camilan/contract/product-form'
import type { ImportUndone } from '@camilan/contract/product-import'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { recordChanges } from '../../people/audit/record-change.ts'
import { assertStillAllowed, type Caller } from '../../people/login/guards.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { publishCatalogChange, publishMembershipChange } from '../catalog-change.ts'
import { changeInTransaction } from '../change/change-product.ts'
import { removeProduct } from '../change/delete-product.ts'
import { isOrdered, unarchived } from '../queries.ts'

/**
 * Take an import back: what it added is removed, and the products that it changed become as they were. What was ordered or
 * changed since stays. A second call has no effect.
 * @throws {NotFound} there is no such import
 */
export function undoImport(db: Db, by: Caller, id: string, now: Date): Promise<z.infer<typeof ImportUndone>> {
  return transact(db, async (tx) => {
    await assertStillAllowed(tx, by, now)
    const found = await tx
      .selectFrom('product_imports')
      .select('undone_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new NotFound()
    const undone = { removed: 0, restored: 0, kept: 0 }
    if (found.undone_at) return undone
    await lockProducts(tx, id)
    const rows = await productsOf(tx, id)
    for (const { product_id, changes, is_kept } of rows) {
      if (is_kept) undone.kept += 1
      else if (changes === null) {
        await removeProduct(tx, by, product_id, now)
        undone.removed += 1
      } else if (await restore(tx, by, { id: product_id, changes: changes as unknown as AuditChange[] }, now)) {
        undone.restored += 1
      } else undone.kept += 1
    }
    await tx.updateTable('product_imports').set({ undone_at: now }).where('id', '=', id).execute()
    await tx.deleteFrom('import_pictures').where('import_id', '=', id).where('image', 'is', null).execute()
    return undone
  })
}

/** By id, as every transaction locks products, and so that none of them is ordered meanwhile. */
const lockProducts = (tx: Tx, id: string) =>
  tx
    .selectFrom('products')
    .innerJoin('imported_products', 'product_id', 'products.id')
    .select('products.id')
    .where('import_id', '=', id)
    .orderBy('products.id')
    .forUpdate('products')
    .execute()

/** A person gave it another picture than those that the import fetched. */
const hasOwnPicture = sql<boolean>`exists (
  select from unnest(array_append(products.more_images, products.image)) as picture
  where picture is not null and not exists (
    select from import_pictures where import_pictures.product_id = products.id and import_pictures.image = picture))`

/** An entry of the import's own picture is no change by a person. */
const isOfPicture = sql<boolean>`not exists (
  select from jsonb_array_elements(changes) as change where change ->> 'field' not in ('image', 'more_images'))`

function productsOf(tx: Tx, id: string) {
  return tx
    .selectFrom('imported_products')
    .innerJoin('product_imports', 'product_imports.id', 'import_id')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_id', 'changes'])
    .select(
      sql<boolean>`changes is null and (
        ${isOrdered}
        or ${hasOwnPicture}
        or exists (
          select from audit_entries where subject_type = 'product' and subject_id = products.id::text
            and action = 'changed' and audit_entries.at >= product_imports.at and not ${isOfPicture}))`.as('is_kept'),
    )
    .where('import_id', '=', id)
    .where('products.archived_at', 'is', null)
    .orderBy('product_id')
    .execute()
}

/** @returns whether the product still had what the import wrote */
async function restore(
  tx: Tx,
  by: Caller,
  { id, changes }: { id: string; changes: readonly AuditChange[] },
  now: Date,
): Promise<boolean> {
  const present = await unarchived(tx).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  const value = (field: string) => present?.[field as keyof typeof present] ?? null
  if (!changes.every(({ field, after }) => value(field) === after)) return false
  const form = Object.fromEntries(changes.map(({ field, before }) => [field, before])) as ProductChange
  await changeInTransaction(tx, by, { id, form, image: undefined }, now)
  return true
}

/** Show buyers what an import added. @throws {NotFound} there is no such import */
export function publishImport(db: Db, by: Caller, id: string, now: Date): Promise<number> {
  return transact(db, async (tx) => {
    await assertStillAllowed(tx, by, now)
    const rows = await tx
      .updateTable('products')
      .set({ is_visible: true, updated_at: now })
      .where('id', 'in', hiddenOf(tx, id))
      .returning('id')
      .execute()
    if (rows.length === 0) return 0
    const changes = [{ field: 'is_visible', before: false, after: true }]
    const entries = rows.map((row) => ({ type: 'product' as const, id: row.id, action: 'changed' as const, changes }))
    await recordChanges(tx, by, entries, now)
    await publishMembershipChange(tx)
    await publishCatalogChange(tx)
    return rows.length
  })
}

/** By id, as every transaction locks products. */
const hiddenOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('products')
    .innerJoin('imported_products', 'product_id', 'products.id')
    .select('products.id')
    .where('import_id', '=', id)
    .where('changes', 'is', null)
    .where('archived_at', 'is', null)
    .where('is_visible', '=', false)
    .orderBy('products.id')
    .forNoKeyUpdate('products')
