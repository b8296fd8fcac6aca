import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { type LockedLine, lockedProducts, soldProducts } from '../../products/stock.ts'
import { isInPart, piecesOfProduct } from './queries.ts'

/**
 * Empty a user's cart, or only the part of the stock or of a batch, lock its products, and return the lines in the order in
 * which they were added. Lines whose product is no longer sold are dropped. The products are locked before the lines are
 * deleted, as in the deletion of a product, because the deletion needs their count.
 */
export async function claimCart(tx: Tx, { userId, part = null }: Claim, now: Date): Promise<LockedLine[]> {
  const rows = await claim(tx, { userId, part, now })
  const products = soldProducts(rows)
  return rows.flatMap(({ id, ordered: quantity, batchId, own_price }) => {
    const product = products.get(id)
    return product && quantity !== null ? { ...product, productId: id, batchId, quantity, own_price } : []
  })
}

interface Claim {
  userId: string
  /** As in `PlaceOrder`. */
  part?: string | null | undefined
}

type ClaimedRow = Parameters<typeof soldProducts>[0][number] & {
  ordered: number | null
  batchId: string | null
  own_price: number | null
}

/** Parts of hampers that are not in the cart follow, without a quantity. */
const claim = fixedStatement((tx: Tx, { userId, part, now }: { userId: string; part: string | null; now: Date }) => {
  const productIds = tx
    .selectFrom('cart_items')
    .select('product_id')
    .where('user_id', '=', userId)
    .where(isInPart(part))
  const pieces = piecesOfProduct(sql.ref('line'), sql.ref('product.id'))
  return sql<ClaimedRow>`
    with product as (${lockedProducts(tx, sql<string[]>`array(${productIds})`, now)}),
    line as (
      delete from cart_items
      where user_id = ${userId} and ${isInPart(part)} and (select count(*) from product) >= 0
      returning id, product_id, batch_id, quantity, created_at
    )
    select product.*, line.quantity as ordered, line.batch_id as "batchId",
      customer_price(${userId}::uuid, null, product.id, product.price, ${pieces}) as own_price
    from product left join line on product.id = line.product_id
    order by line.created_at, line.id`
})
