import type { NewProduct } from '@camilan/contract/catalog'
import { changedFields } from '../audit/changed-fields.ts'
import { type Administrator, recordChange } from '../audit/record-change.ts'
import type { Tx } from '../platform/db/db.ts'
import { publishCatalogChange, publishMembershipChange } from './catalog-change.ts'
import { auditedFields, type ProductRow, productColumns } from './queries.ts'

interface CreatedProduct {
  form: NewProduct
  /** The hash of a stored picture. */
  image: string | null
}

/** Put a product on sale. A second call creates another product, because names need not be unique. */
export async function createProduct(
  tx: Tx,
  by: Administrator,
  { form, image }: CreatedProduct,
  now: Date,
): Promise<ProductRow> {
  const product = await tx
    .insertInto('products')
    .values({ ...form, image, created_at: now, updated_at: now })
    .returning(productColumns)
    .executeTakeFirstOrThrow()
  const changes = changedFields(auditedFields, null, product)
  await recordChange(tx, by, { type: 'product', id: product.id }, { action: 'created', changes }, now)
  await publishMembershipChange(tx)
  await publishCatalogChange(tx, { product: product.id })
  return product
}
