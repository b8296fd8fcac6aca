import type { Db } from '../platform/db/db.ts'

export type CartRow = Awaited<ReturnType<typeof cartItemsOf>>[number]

/** The lines of a buyer's cart whose products are still sold, oldest first. */
export function cartItemsOf(db: Db, buyerId: string) {
  return selectItems(db, buyerId).orderBy('cart_items.created_at').orderBy('cart_items.id').execute()
}

/** Undefined where the line is not in this buyer's cart, or its product is no longer sold. */
export function findCartItem(db: Db, buyerId: string, id: string) {
  return selectItems(db, buyerId).where('cart_items.id', '=', id).executeTakeFirst()
}

function selectItems(db: Db, buyerId: string) {
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
    .where('cart_items.user_id', '=', buyerId)
    .where('products.archived_at', 'is', null)
}
