import { type Selectable, sql } from 'kysely'
import { lockProducts } from '../catalog/stock.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Products } from '../platform/db/db-types.ts'

/** A line of the cart with its product as it is now. */
export type ClaimedLine = Selectable<Products> & { productId: string; quantity: number }

/**
 * Empty a user's cart and return its lines in the order in which they were added, with their products locked. Lines
 * whose product is no longer sold are dropped.
 * The products are locked before the lines are deleted, in the same order as when a product is deleted.
 */
export async function claimCart(tx: Tx, userId: string): Promise<ClaimedLine[]> {
  const seen = await tx.selectFrom('cart_items').select('product_id').where('user_id', '=', userId).execute()
  const productIds = seen.map(({ product_id }) => product_id)
  const products = await lockProducts(tx, productIds)
  const claimed = await tx
    .deleteFrom('cart_items')
    .where('user_id', '=', userId)
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .returning(['id', 'product_id', 'quantity', 'created_at'])
    .execute()
  claimed.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
  const productById = new Map(products.map((product) => [product.id, product]))
  return claimed.flatMap(({ product_id, quantity }) => {
    const product = productById.get(product_id)
    return product ? [{ ...product, productId: product_id, quantity }] : []
  })
}
