/** A shop of a given size, with buyers who order, who have a cart, and who have orders. */
import { sql } from 'kysely'
import { makeLargeShop } from '../../server/scripts/seed/large-shop.ts'
import type { DatabaseConnection, Db } from '../../server/src/platform/db/db.ts'
import { ensureSearchIndexes } from '../../server/src/products/read/search-index.ts'
import { makeAdmin, makeUser } from '../../server/src/testing/make-user.ts'
import { times } from '../../server/src/testing/many-at-once.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { makeBuyers, openShop } from './measured-shop.ts'

export interface ShopSize {
  products: number
  orders: number
}

export type SeededShop = Awaited<ReturnType<typeof openSeededShop>>

/** The numbers of orders of buyers who only look at them: the first buyers have many, the others few. */
export const [fewOrders, manyOrders] = [3, 30]
export const buyersWithMany = 8
const [buyers, cartBuyers] = [50, 1_000]

export async function openSeededShop(size: ShopSize) {
  const { seeded, ...shop } = await openShop((db, connection) => seed(db, connection, size))
  try {
    for (const [i, user] of seeded.buyers.entries()) {
      const buyer = clientOf(user, shop.origin)
      for (let order = 0; order < (i < buyersWithMany ? manyOrders : fewOrders); order += 1) {
        await buyer.buy({ id: seeded.productIds[order % seeded.productIds.length] ?? '' })
      }
    }
    return { ...shop, ...seeded, size }
  } catch (error) {
    await shop.close()
    throw error
  }
}

async function seed(db: Db, connection: DatabaseConnection, { products, orders }: ShopSize) {
  await makeLargeShop(db, { orders, users: Math.max(10, orders / 10), products }, new Date())
  const flowBuyers = await makeBuyers(db)
  const firstRows = await db
    .selectFrom('products')
    .select('id')
    .orderBy('name_key')
    .orderBy('id')
    .limit(1_000)
    .execute()
  const manyProductIds = firstRows.map(({ id }) => id)
  // They are bought, and never sold out.
  const productIds = manyProductIds.slice(0, 12)
  await db.updateTable('products').set({ stock: 1_000_000 }).where('id', 'in', productIds).execute()
  await db.updateTable('products').set({ category: 'KUE_KERING' }).where('name', 'like', '%7').execute()
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`vacuum analyze`.execute(one)
  })
  await ensureSearchIndexes(connection)
  return {
    productIds,
    manyProductIds,
    seller: (await makeAdmin(db)).headers,
    buyers: await times(buyers, () => makeUser(db)),
    flowBuyers: flowBuyers.slice(0, -cartBuyers),
    /** They have a cart, and do not order. */
    cartBuyers: flowBuyers.slice(-cartBuyers),
  }
}
