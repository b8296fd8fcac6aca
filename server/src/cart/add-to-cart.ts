import type { AddToCart } from '@camilan/contract/cart'
import { OutOfStock } from '../catalog/out-of-stock.ts'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'

/**
 * Put a product into the user's cart, or more of it onto the line that is there.
 * @param tx  a transaction: a line that would pass the stock is taken back with it
 * @returns the id of the cart's line
 * @throws {NotFound} there is no such product, or it is no longer sold
 * @throws {OutOfStock} the line would hold more than is left
 */
export async function addToCart(tx: Db, userId: string, { product_id, quantity }: AddToCart, now: Date) {
  const product = await tx
    .selectFrom('products')
    .select(['id', 'name', 'stock'])
    .where('id', '=', product_id)
    .where('archived_at', 'is', null)
    .forKeyShare() // it can't be deleted before the line is there
    .executeTakeFirst()
  if (!product) throw new NotFound('Produk tidak ditemukan')
  const short = new OutOfStock([{ product_id, name: product.name, stock: product.stock }])
  if (quantity > product.stock) throw short

  const line = await tx
    .insertInto('cart_items')
    .values({ user_id: userId, product_id, quantity, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'product_id'])
        .doUpdateSet((eb) => ({ quantity: eb('cart_items.quantity', '+', quantity) })),
    )
    .returning(['id', 'quantity'])
    .executeTakeFirstOrThrow()
  if (line.quantity > product.stock) throw short
  return line.id
}
