import type { AdminProduct, Product } from '@camilan/contract/catalog'
import type { ImageUrl } from '../media/image-url.ts'
import type { ProductRow } from './queries.ts'

export type ProductPresenter = ReturnType<typeof presentProducts>

export function presentProducts(imageUrl: ImageUrl) {
  const product = (row: ProductRow): Product => {
    const { id, name, price, stock, category, packaging, weight, description, image } = row
    return { id, name, price, stock, category, packaging, weight, description, image: imageUrl(image) }
  }
  return {
    product,
    /** `held` is the number of pieces that unpaid orders hold, by the product's id. */
    adminProduct: (row: ProductRow, held: ReadonlyMap<string, number>): AdminProduct => ({
      ...product(row),
      low_stock_at: row.low_stock_at,
      is_visible: row.is_visible,
      held_by_unpaid: held.get(row.id) ?? 0,
    }),
  }
}
