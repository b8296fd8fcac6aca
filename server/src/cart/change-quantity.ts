import { OutOfStock } from '../catalog/out-of-stock.ts'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'
import { cartItem } from './queries.ts'

/**
 * Set how many of a line's product the user wants.
 * @throws {NotFound} the line is not in this user's cart
 * @throws {OutOfStock} more than is left; the line stays as it was
 */
export async function changeQuantity(db: Db, userId: string, lineId: string, quantity: number): Promise<void> {
  const line = await cartItem(db, userId, lineId, '')
  if (!line) throw new NotFound()
  const { id, name, stock } = line.product
  if (quantity > stock) throw new OutOfStock([{ product_id: id, name, stock }])
  await db.updateTable('cart_items').set({ quantity }).where('id', '=', lineId).where('user_id', '=', userId).execute()
}
