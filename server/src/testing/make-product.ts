import type { Insertable } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import type { Products } from '../platform/db/db-types.ts'

let made = 0

/** A product for sale, ten in stock; `wishes` replace any column. */
export function makeProduct(db: Db, wishes: Partial<Insertable<Products>> = {}) {
  made += 1
  const now = new Date()
  return db
    .insertInto('products')
    .values({
      name: `Keripik Tempe ${made}`,
      price: 25_000,
      stock: 10,
      category: 'MAKANAN_RINGAN',
      packaging: 'BAL',
      weight: 'KG_1',
      description: 'Renyah dan gurih.',
      image: null,
      created_at: now,
      updated_at: now,
      ...wishes,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
