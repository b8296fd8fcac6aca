import { beforeAll } from 'vitest'
import { presentEntry } from '../audit/present.ts'
import { listChanges } from '../audit/queries.ts'
import { makeProduct } from './make-product.ts'
import { makeAdmin, makeUser, type TestUser } from './make-user.ts'
import { type TestDb, useTestDb } from './test-db.ts'
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

/** The same with a database of its own, who removes the products, and when. Call it at the top of the file. */
export function useProductRecords() {
  const shop = useTestDb()
  let admin: TestUser | undefined
  beforeAll(async () => {
    admin = await makeAdmin(shop.db)
  })
  return {
    ...productRecords(shop),
    shop,
    now: new Date('2026-11-20T05:00:00Z'),
    /** The administrator. */
    sari(): TestUser {
      if (!admin) throw new Error('The administrator is known inside tests only')
      return admin
    },
  }
}
