import type { Db } from '../../platform/db/db.ts'
import { CartItemNotFound } from './errors.ts'

/** @throws {CartItemNotFound} the line is not in this buyer's cart */
export async function removeFromCart(db: Db, buyerId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('cart_items')
    .where('id', '=', id)
    .where('user_id', '=', buyerId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new CartItemNotFound()
}
