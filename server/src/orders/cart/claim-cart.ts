import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { type LockedProduct, lockedProducts } from '../../products/stock.ts'

/** A line of the cart with the present values of its product. */
export type ClaimedLine = LockedProduct & { productId: string; quantity: number; own_price: number | null }

/**
 * Empty a user's cart, lock its products, and return the lines in the order in which they were added. Lines whose product
 * is no longer sold are dropped. The products are locked before the lines are deleted, as in the deletion of a product,
 * because the deletion needs their count.
 */
export const claimCart = (tx: Tx, userId: string, now: Date): Promise<ClaimedLine[]> => claim(tx, { userId, now })

const claim = fixedStatement((tx: Tx, { userId, now }: { userId: string; now: Date }) => {
  const productIds = tx.selectFrom('cart_items').select('product_id').where('user_id', '=', userId)
  return sql<ClaimedLine>`
    with product as (${lockedProducts(tx, sql<string[]>`array(${productIds})`, now)}),
    line as (
      delete from cart_items
      where user_id = ${userId} and (select count(*) from product) >= 0
      returning id, product_id, quantity, created_at
    )
    select product.*, line.product_id as "productId", line.quantity,
      customer_price(${userId}::uuid, null, product.id, product.price, line.quantity) as own_price
    from line join product on product.id = line.product_id
    order by line.created_at, line.id`
})
