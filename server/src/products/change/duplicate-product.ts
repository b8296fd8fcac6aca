import { maxNameLength } from '@camilan/contract/product-form'
import type { Administrator } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import type { IdempotencyKey } from '../../platform/http/idempotency.ts'
import { ProductNotFound } from '../errors.ts'
import { findProduct, type ProductRow } from '../queries.ts'
import { addOnce, insertProduct } from './create-product.ts'

const suffix = ' (salinan)'

/**
 * Add a hidden copy without stock, alone in its group. Both show the same files, which stay while one of them does. With the
 * same idempotency key a second call returns the first copy.
 * @throws {ProductNotFound} unknown or archived
 */
export function duplicateProduct(
  db: Db,
  by: Administrator,
  { id, idempotency }: { id: string; idempotency: IdempotencyKey | null },
  now: Date,
): Promise<ProductRow> {
  const copy = async (tx: Db) => {
    const product = await findProduct(tx, id, now)
    if (!product) throw new ProductNotFound()
    const { id: _id, sold_count: _sold, updated_at: _updated, ...fields } = product
    // Half of a character at the end would become another one.
    const beginning = product.name.slice(0, maxNameLength - suffix.length).replace(/\p{Surrogate}$/u, '')
    const name = beginning.trimEnd() + suffix
    return { ...fields, name, stock: 0, is_visible: false, group_id: null }
  }
  return addOnce(db, by, idempotency, async (tx) => insertProduct(tx, by, await copy(tx), now), now)
}
