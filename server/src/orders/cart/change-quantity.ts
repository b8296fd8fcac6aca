import type { Db } from '../../platform/db/db.ts'
import { BatchUnavailable, orderableIn } from '../../products/batches.ts'
import { OutOfStock } from '../../products/errors.ts'
import { unavailableIn } from './add-to-cart.ts'
import { CartItemNotFound } from './errors.ts'
import { type CartRow, findCartItem } from './queries.ts'

/**
 * Set the quantity of a line. A quantity below the present one is always accepted, so that a line can be reduced step by
 * step after the stock fell below it. The order checks the stock again.
 * @throws {CartItemNotFound} the line is not in this buyer's cart, or its product is no longer sold
 * @throws {OutOfStock} | {BatchUnavailable} more than is left, and not less than before; the line stays as it was
 */
export async function changeQuantity(
  db: Db,
  buyerId: string,
  { id, quantity }: { id: string; quantity: number },
  now: Date,
): Promise<CartRow> {
  const item = await findCartItem(db, { buyerId, id, quantity }, now)
  if (!item) throw new CartItemNotFound()
  const { product_id, name, stock, batch } = item
  const most = batch ? orderableIn(batch, now) : stock
  const short = batch
    ? new BatchUnavailable([unavailableIn(batch, item)], now)
    : new OutOfStock([{ product_id, name, stock }])
  if (quantity > most && quantity >= item.quantity) throw short
  const { numUpdatedRows } = await db
    .updateTable('cart_items')
    .set({ quantity })
    .where('id', '=', id)
    .where('user_id', '=', buyerId)
    .$if(quantity > most, (lines) => lines.where('quantity', '>', quantity))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return { ...item, quantity, together: item.together - item.quantity + quantity }
  // Removed, or lowered further, since it was read.
  throw (await findCartItem(db, { buyerId, id }, now)) ? short : new CartItemNotFound()
}
