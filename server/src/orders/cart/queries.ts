import { sql } from 'kysely'
import { batched } from '../../platform/db/batched.ts'
import type { Db } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { isOnSale } from '../../products/queries.ts'

export type CartRow = NonNullable<Awaited<ReturnType<typeof findCartItem>>>

interface CartContents {
  /** The lines whose products are sold. */
  items: CartRow[]
  /** The lines whose products were deleted or hidden since. */
  unavailable: Pick<CartRow, 'id' | 'name'>[]
}

/** A buyer's cart, the oldest line first. */
export const cartOf = batched<string, CartContents>(async (db, buyerIds) => {
  const rows = await linesOfBuyers(db, { buyerIds })
  const byBuyer = Map.groupBy(rows, ({ user_id }) => user_id)
  return buyerIds.map((id) => {
    const { sold = [], left = [] } = Object.groupBy(byBuyer.get(id) ?? [], ({ isSold }) => (isSold ? 'sold' : 'left'))
    return {
      items: sold as CartRow[],
      unavailable: left.map(({ id, name, left_name }) => ({ id, name: name ?? left_name ?? '' })),
    }
  })
})

/** The lines whose products are sold, to price them. */
export const cartLinesOf = async (db: Db, buyerId: string) =>
  (await cartOf(db, buyerId)).items.map((item) => ({ ...item, productId: item.product_id }))

const linesOfBuyers = fixedStatement((db: Db, { buyerIds }: { buyerIds: readonly string[] }) =>
  db
    .selectFrom('cart_items')
    .leftJoin('products', 'products.id', 'cart_items.product_id')
    .select(['cart_items.id', 'cart_items.quantity', 'cart_items.user_id', 'cart_items.left_name', ...productColumns])
    .select(isOnSale.as('isSold'))
    .where('cart_items.user_id', '=', sql<string>`any(${buyerIds}::uuid[])`)
    .orderBy('cart_items.created_at')
    .orderBy('cart_items.id'),
)

/** Undefined if the line is not in this buyer's cart, or its product is no longer sold. */
export function findCartItem(db: Db, buyerId: string, id: string) {
  return db
    .selectFrom('cart_items')
    .innerJoin('products', 'products.id', 'cart_items.product_id')
    .select(['cart_items.id', 'cart_items.quantity', ...productColumns])
    .where(isOnSale)
    .where('cart_items.user_id', '=', buyerId)
    .where('cart_items.id', '=', id)
    .executeTakeFirst()
}

const productColumns = [
  'products.id as product_id',
  'products.name',
  'products.image',
  'products.price',
  'products.stock',
  'products.weight',
  'products.net_weight_grams',
  'products.packing_grams',
  'products.packaging',
] as const

/** The part of a line that is stored with the key of its addition. */
export interface StoredLine {
  id: string
  quantity: number
  /** The price at that moment, in whole rupiah. */
  line_price: number
}

/**
 * A line as it was added, with its product as it is now. The line itself may be gone. Undefined if the product is deleted.
 */
export async function addedLine(
  db: Db,
  productId: string,
  { id, quantity, line_price }: StoredLine,
): Promise<CartRow | undefined> {
  const product = await db.selectFrom('products').select(productColumns).where('id', '=', productId).executeTakeFirst()
  return product && { ...product, id, quantity, price: line_price / quantity }
}
