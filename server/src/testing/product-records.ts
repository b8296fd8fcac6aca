import { presentEntry } from '../audit/present.ts'
import { listChanges } from '../audit/queries.ts'
import { makeProduct } from './make-product.ts'
import { makeUser } from './make-user.ts'
import type { TestDb } from './test-db.ts'
import { writeOrder } from './write-order.ts'

/** For tests of products that leave the shop: what they leave behind, and what refers to them before. */
export function productRecords(shop: TestDb) {
  return {
    /** Also of an archived product; undefined for a deleted one. */
    rowOf: (id: string) => shop.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst(),
    /** Its audit entries, the newest first. */
    async trailOf(id: string) {
      const { rows } = await listChanges(shop.db, { type: 'product', id }, { page: 1, limit: 100 })
      return rows.map(presentEntry)
    },
    async orderedProduct(overrides?: Parameters<typeof makeProduct>[1]) {
      const product = await makeProduct(shop.db, overrides)
      const { id: userId } = await makeUser(shop.db)
      await writeOrder(shop.db, { userId, lines: [{ product, quantity: 2 }] })
      return product
    },
    /** Of a new customer. */
    async putInCart({ id: product_id }: { id: string }) {
      const { id: user_id } = await makeUser(shop.db)
      await shop.db
        .insertInto('cart_items')
        .values({ user_id, product_id, quantity: 1, created_at: new Date() })
        .execute()
    },
    cartLines: () => shop.db.selectFrom('cart_items').select('product_id').execute(),
  }
}
