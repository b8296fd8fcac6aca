import type { Insertable } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import type { Products } from '../platform/db/db-types.ts'

/** As the seller fills it in. */
export const productForm = {
  ...{ name: 'Nastar', price: '45000', stock: '12', category: 'KUE_KERING', packaging: 'TOPLES', weight: 'GRAM_500' },
  description: 'Isi selai nanas.',
}

let count = 0

/** Insert a product with a stock of ten. */
export function makeProduct(db: Db, overrides: Partial<Insertable<Products>> = {}) {
  count += 1
  const now = new Date()
  return db
    .insertInto('products')
    .values({
      name: `Keripik Tempe ${count}`,
      price: 25_000,
      stock: 10,
      category: 'MAKANAN_RINGAN',
      packaging: 'BAL',
      weight: 'KG_1',
      description: 'Renyah dan gurih.',
      image: null,
      created_at: now,
      updated_at: now,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
