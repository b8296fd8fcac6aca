import { sql } from 'kysely'
import { batched } from '../platform/db/batched.ts'
import type { Db } from '../platform/db/db.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'

export type CartRow = NonNullable<Awaited<ReturnType<typeof findCartItem>>>

/** The lines of a buyer's cart whose products are still sold, oldest first. */
export const cartItemsOf = batched<string, CartRow[]>(async (db, buyerIds) => {
  const rows = await itemsOfBuyers(db, { buyerIds })
  const byBuyer = Map.groupBy(rows, ({ user_id }) => user_id)
  return buyerIds.map((id) => byBuyer.get(id) ?? [])
})

const itemsOfBuyers = fixedStatement((db: Db, { buyerIds }: { buyerIds: readonly string[] }) =>
  selectItems(db)
    .select('cart_items.user_id')
    .where('cart_items.user_id', '=', sql<string>`any(${buyerIds}::uuid[])`)
    .orderBy('cart_items.created_at')
    .orderBy('cart_items.id'),
)

/** Undefined if the line is not in this buyer's cart, or its product is no longer sold. */
export function findCartItem(db: Db, buyerId: string, id: string) {
  return selectItems(db).where('cart_items.user_id', '=', buyerId).where('cart_items.id', '=', id).executeTakeFirst()
}

const productColumns = [
  'products.id as product_id',
  'products.name',
  'products.image',
  'products.price',
  'products.stock',
  'products.weight',
  'products.packaging',
] as const

function selectItems(db: Db) {
  return db
    .selectFrom('cart_items')
    .innerJoin('products', 'products.id', 'cart_items.product_id')
    .select(['cart_items.id', 'cart_items.quantity', ...productColumns])
    .where('products.archived_at', 'is', null)
}

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
