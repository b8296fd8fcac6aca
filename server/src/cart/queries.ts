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

/** Undefined where the line is not in this buyer's cart, or its product is no longer sold. */
export function findCartItem(db: Db, buyerId: string, id: string) {
  return selectItems(db).where('cart_items.user_id', '=', buyerId).where('cart_items.id', '=', id).executeTakeFirst()
}

function selectItems(db: Db) {
  return db
    .selectFrom('cart_items')
    .innerJoin('products', 'products.id', 'cart_items.product_id')
    .select([
      'cart_items.id',
      'cart_items.quantity',
      'products.id as product_id',
      'products.name',
      'products.image',
      'products.price',
      'products.stock',
      'products.weight',
      'products.packaging',
    ])
    .where('products.archived_at', 'is', null)
}
