import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { type LockedLine, lockedProducts, soldProducts } from '../../products/stock.ts'

/**
 * Empty a user's cart, lock its products, and return the lines in the order in which they were added. Lines whose product
 * is no longer sold are dropped. The products are locked before the lines are deleted, as in the deletion of a product,
 * because the deletion needs their count.
 */
export async function claimCart(tx: Tx, userId: string, now: Date): Promise<LockedLine[]> {
  const rows = await claim(tx, { userId, now })
  const products = soldProducts(rows)
  return rows.flatMap(({ id, ordered: quantity, own_price }) => {
    const product = products.get(id)
    return product && quantity !== null ? { ...product, productId: id, quantity, own_price } : []
  })
}

type ClaimedRow = Parameters<typeof soldProducts>[0][number] & { ordered: number | null; own_price: number | null }

/** Parts of hampers that are not in the cart follow, without a quantity. */
const claim = fixedStatement((tx: Tx, { userId, now }: { userId: string; now: Date }) => {
  const productIds = tx.selectFrom('cart_items').select('product_id').where('user_id', '=', userId)
  return sql<ClaimedRow>`
    with product as (${lockedProducts(tx, sql<string[]>`array(${productIds})`, now)}),
    line as (
      delete from cart_items
      where user_id = ${userId} and (select count(*) from product) >= 0
      returning id, product_id, quantity, created_at
    )
    select product.*, line.quantity as ordered,
      customer_price(${userId}::uuid, null, product.id, product.price, line.quantity) as own_price
    from product left join line on product.id = line.product_id
    order by line.created_at, line.id`
})
