import type { AddToCart } from '@camilan/contract/cart'
import { UuidPath } from '@camilan/contract/wire'
import { OutOfStock, ProductNotFound } from '../catalog/errors.ts'
import type { Tx } from '../platform/db/db.ts'
import { type CartRow, findCartItem } from './queries.ts'

/**
 * Put a product into the buyer's cart. If the cart has a line of it already, the quantity is added to that line.
 * @param tx  must be rolled back when this throws: the line may exceed the stock by then
 * @throws {ProductNotFound} unknown, no longer sold, or a malformed id
 * @throws {OutOfStock} the line would exceed the stock
 */
export async function addToCart(
  tx: Tx,
  buyerId: string,
  { product_id, quantity }: AddToCart,
  now: Date,
): Promise<CartRow> {
  if (!UuidPath.safeParse({ id: product_id }).success) throw new ProductNotFound()
  const product = await tx
    .selectFrom('products')
    .select(['id', 'name', 'stock'])
    .where('id', '=', product_id)
    .where('archived_at', 'is', null)
    .forKeyShare() // it can't be deleted before the line is inserted
    .executeTakeFirst()
  if (!product) throw new ProductNotFound()
  const outOfStock = new OutOfStock([{ product_id, name: product.name, stock: product.stock }])
  if (quantity > product.stock) throw outOfStock

  const line = await tx
    .insertInto('cart_items')
    .values({ user_id: buyerId, product_id, quantity, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'product_id'])
        .doUpdateSet((eb) => ({ quantity: eb('cart_items.quantity', '+', quantity) })),
    )
    .returning(['id', 'quantity'])
    .executeTakeFirstOrThrow()
  if (line.quantity > product.stock) throw outOfStock
  const item = await findCartItem(tx, buyerId, line.id)
  if (!item) throw new ProductNotFound() // archived since it was read
  return item
}
