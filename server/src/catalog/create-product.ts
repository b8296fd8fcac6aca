import type { NewProduct } from '@camilan/contract/catalog'
import { changedFields } from '../audit/changed-fields.ts'
import { type By, recordChange } from '../audit/record-change.ts'
import type { Tx } from '../platform/db/db.ts'
import { auditedFields, type ProductRow, productColumns } from './queries.ts'

/**
 * Put a product on sale.
 * @param tx  a transaction that the caller commits
 * @param image  the hash of a stored picture, or null
 * @returns the product; a second call makes a second one, as names need not differ
 */
export async function createProduct(
  tx: Tx,
  form: NewProduct,
  image: string | null,
  by: By,
  now: Date,
): Promise<ProductRow> {
  const product = await tx
    .insertInto('products')
    .values({ ...form, image, created_at: now, updated_at: now })
    .returning(productColumns)
    .executeTakeFirstOrThrow()
  const changes = changedFields(auditedFields, null, product)
  await recordChange(tx, by, { type: 'product', id: product.id }, { action: 'created', changes }, now)
  return product
}
