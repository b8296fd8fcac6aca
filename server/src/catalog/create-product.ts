import type { NewProduct } from '@camilan/contract/catalog'
import type { Db } from '../platform/db.ts'
import { type ProductRow, productColumns } from './queries.ts'

/**
 * Put a product on sale.
 * @param image  the hash of a stored picture, or null
 * @returns the product; a second call makes a second one, as names need not differ
 */
export function createProduct(db: Db, form: NewProduct, image: string | null, now: Date): Promise<ProductRow> {
  return db
    .insertInto('products')
    .values({ ...form, image, created_at: now, updated_at: now })
    .returning(productColumns)
    .executeTakeFirstOrThrow()
}
