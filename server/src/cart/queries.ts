import type { CartItem } from '@camilan/contract/cart'
import { imageUrl } from '../media/image-url.ts'
import type { Db } from '../platform/db/db.ts'

/** The lines of a user's cart whose products are still sold, oldest first. */
export async function cartItems(db: Db, userId: string, publicUrl: string): Promise<CartItem[]> {
  const rows = await cartLines(db, userId).orderBy('cart_items.created_at').orderBy('cart_items.id').execute()
  return rows.map((row) => toCartItem(row, publicUrl))
}

/** Undefined where the line is not this user's, or its product is no longer sold. */
export async function cartItem(db: Db, userId: string, id: string, publicUrl: string): Promise<CartItem | undefined> {
  const row = await cartLines(db, userId).where('cart_items.id', '=', id).executeTakeFirst()
  return row && toCartItem(row, publicUrl)
}

function cartLines(db: Db, userId: string) {
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
    .where('cart_items.user_id', '=', userId)
    .where('products.archived_at', 'is', null)
}

type CartLine = Awaited<ReturnType<ReturnType<typeof cartLines>['executeTakeFirstOrThrow']>>

function toCartItem(line: CartLine, publicUrl: string): CartItem {
  const { id, quantity, product_id, name, image, price, stock, weight, packaging } = line
  return {
    id,
    quantity,
    price: price * quantity,
    product: { id: product_id, name, image: imageUrl(publicUrl, image), price, stock, weight, packaging },
  }
}
