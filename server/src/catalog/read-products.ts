import { ProductQuery } from '@camilan/contract/catalog'
import type { Shop } from '@camilan/contract/shop'
import { UuidPath } from '@camilan/contract/wire'
import type { Db } from '../platform/db/db.ts'
import { paged } from '../platform/http/paged.ts'
import { ProductNotFound } from './errors.ts'
import { findProduct, searchProducts, toProduct } from './queries.ts'

export type ProductReader = Pick<Shop, 'products' | 'productById'>

const everything = ProductQuery.parse({})

/** What visitors may read of the catalogue, for the API and for the pages that the server renders. */
export function productReader(db: Db, publicUrl: string): ProductReader {
  return {
    async products(query) {
      const whole = { ...everything, ...query }
      const { rows, total } = await searchProducts(db, { ...whole, stock: null })
      return {
        data: rows.map((row) => toProduct(row, publicUrl)),
        pagination: paged(whole, total, 'total_products'),
      }
    },

    /** @throws {ProductNotFound} unknown, archived, or no id at all */
    async productById(id) {
      const row = UuidPath.safeParse({ id }).success ? await findProduct(db, id) : undefined
      if (!row) throw new ProductNotFound()
      return toProduct(row, publicUrl)
    },
  }
}
