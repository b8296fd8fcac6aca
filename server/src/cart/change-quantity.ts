import { OutOfStock } from '../catalog/errors.ts'
import type { Db } from '../platform/db/db.ts'
import { CartItemNotFound } from './errors.ts'
import { type CartRow, findCartItem } from './queries.ts'

/**
 * Set the quantity of a line.
 * @throws {CartItemNotFound} the line is not in this buyer's cart, or its product is no longer sold
 * @throws {OutOfStock} more than is left; the line stays as it was
 */
export async function changeQuantity(
  db: Db,
  buyerId: string,
  { id, quantity }: { id: string; quantity: number },
): Promise<CartRow> {
  const item = await findCartItem(db, buyerId, id)
  if (!item) throw new CartItemNotFound()
  const { product_id, name, stock } = item
  if (quantity > stock) throw new OutOfStock([{ product_id, name, stock }])
  const { numUpdatedRows } = await db
    .updateTable('cart_items')
    .set({ quantity })
    .where('id', '=', id)
    .where('user_id', '=', buyerId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new CartItemNotFound() // removed since it was read
  return { ...item, quantity }
}
