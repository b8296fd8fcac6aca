import type { AuditChange } from '@camilan/contract/audit'
import { changedFields } from '../../people/audit/changed-fields.ts'
import { lastRemoval } from '../../people/audit/queries.ts'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import { days, later } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { assertKnownCodes } from '../../settings/terms/assert-known-codes.ts'
import { publishCatalogChange, publishMembershipChange } from '../catalog-change.ts'
import { ProductNotFound, RestoredTooLate } from '../errors.ts'
import { auditedFields, auditedOf, type ProductRow, regularColumns } from '../queries.ts'

/** The time for which an unused picture is kept: media/delete-unused-images.ts. */
export const restorableMs = days(1)

/**
 * Sell a deleted product again, with its id and all its values: an archived one at any time, one that was never ordered
 * within a day. A second call returns the product unchanged.
 * @throws {ProductNotFound} there has never been such a product
 * @throws {RestoredTooLate} it was never ordered and deleted a day ago or earlier
 */
export function restoreProduct(db: Db, by: Administrator, id: string, now: Date): Promise<ProductRow> {
  return transact(db, async (tx) => {
    const found = await tx
      .selectFrom('products')
      .select([...regularColumns(now), 'archived_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (found && found.archived_at === null) return withoutArchive(found)
    const removal = await lastRemoval(tx, { type: 'product', id })
    if (!removal) throw new ProductNotFound()
    if (!found && later(removal.at, restorableMs) <= now) throw new RestoredTooLate()
    const restored = found ? await unarchive(tx, id, now) : await insertAgain(tx, id, removal.changes, now)
    // Another request was first.
    if (!restored)
      return tx.selectFrom('products').select(regularColumns(now)).where('id', '=', id).executeTakeFirstOrThrow()
    const changes = found ? [] : changedFields(auditedFields, null, auditedOf(restored))
    await recordChange(tx, by, { type: 'product', id: restored.id }, { action: 'restored', changes }, now)
    await publishMembershipChange(tx)
    await publishCatalogChange(tx, { product: restored.id })
    return restored
  })
}

function withoutArchive({ archived_at: _, ...product }: ProductRow & { archived_at: Date | null }): ProductRow {
  return product
}

function unarchive(tx: Tx, id: string, now: Date): Promise<ProductRow | undefined> {
  return tx
    .updateTable('products')
    .set({ archived_at: null, updated_at: now })
    .where('id', '=', id)
    .where('archived_at', 'is not', null)
    .returning(regularColumns(now))
    .executeTakeFirst()
}

/** The entry of the deletion has every field. Undefined if the product exists again. */
async function insertAgain(tx: Tx, id: string, changes: AuditChange[], now: Date): Promise<ProductRow | undefined> {
  const values = Object.fromEntries(changes.map(({ field, before }) => [field, before]))
  const { created_at, more_images, ...fields } = { image: null, stock: 0, ...values } as unknown as Omit<
    ProductRow,
    'id' | 'more_images'
  > & { created_at?: string; more_images?: string }
  await assertKnownCodes(tx, fields)
  return tx
    .insertInto('products')
    .values({
      id,
      ...fields,
      more_images: more_images?.split(' ') ?? [],
      created_at: created_at ? new Date(created_at) : now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(regularColumns(now))
    .executeTakeFirst()
}
