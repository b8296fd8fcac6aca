import { takesOrders } from '@camilan/contract/batch-values'
import type { AdminProduct, DeletedProduct, Product } from '@camilan/contract/catalog'
import { declarationOf } from '@camilan/contract/food-facts'
import { stepsOf } from '@camilan/contract/price-steps'
import { partsIn } from '@camilan/contract/product-parts'
import type { ImageUrl } from '../../media/files/image-url.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ContentsRow, ProductRow, RowOnPage, SizeRow } from '../queries.ts'
import type { DeletedRow } from './deleted-products.ts'
import type { FoundRow } from './search-products.ts'

/** The form in which a product is stored with an idempotency key. */
export const storedProduct = ({ promotion: _, ...row }: ProductRow) => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
})
export type StoredProduct = ReturnType<typeof storedProduct>

export const productOf = (stored: StoredProduct): ProductRow => ({ ...stored, updated_at: new Date(stored.updated_at) })

/** Sales do not change it. */
export const versionOf = ({ updated_at }: Pick<ProductRow, 'updated_at'>): number => updated_at.getTime()

const factsOf = (row: ProductRow) => ({
  net_weight_grams: row.net_weight_grams,
  packing_grams: row.packing_grams,
  ingredients: row.ingredients,
  allergens: row.allergens ? declarationOf(row.allergens) : null,
  shelf_life_days: row.shelf_life_days,
  opened_shelf_life_days: row.opened_shelf_life_days,
  storage: row.storage,
  halal_number: row.halal_number,
  pirt_number: row.pirt_number,
})

const containedOf = ({ allergens, ...row }: ContentsRow) => ({
  ...row,
  allergens: allergens ? declarationOf(allergens) : null,
})

/** Rounded down to 1 to 9, 10, 50, 100, 500 and so on; null: none. */
export function atLeastSold(count = 0): number | null {
  if (count < 10) return count || null
  const power = 10 ** (String(count).length - 1)
  return count < 5 * power ? power : 5 * power
}

const picturesOf = ({ image, more_images }: ProductRow) => [image ?? [], more_images].flat()

export const promotionOf = ({ promotion }: Pick<ProductRow, 'promotion'>) => ({
  compare_at_price: promotion?.old_price ?? null,
  price_until: promotion ? new Date(promotion.until).toISOString() : null,
})

export type ProductPresenter = ReturnType<typeof presentProducts>

export function presentProducts(imageUrl: ImageUrl, clock: Clock = () => new Date()) {
  const product = (row: ProductRow): Product => {
    const { id, name, price, stock, category, packaging, weight, description, image } = row
    const batches = row.batches?.filter((batch) => takesOrders(batch, clock()))
    return {
      id,
      name,
      price,
      price_steps: stepsOf(row.price_steps),
      ...promotionOf(row),
      stock,
      category,
      packaging,
      weight,
      description,
      ...imageUrl.withLook(image),
      images: picturesOf(row).flatMap((hash) => imageUrl.withLook(hash).image ?? []),
      ...factsOf(row),
      parts: row.parts === null ? null : partsIn(row.parts),
      group_id: row.group_id,
      sold_count: atLeastSold(row.sold_count),
      ...(batches && batches.length > 0 && { batches }),
    }
  }
  const listed = ({ sizes, ...row }: FoundRow): Product => {
    if (!sizes || sizes.length < 2) return product(row)
    const inStock = sizes.filter(({ stock }) => stock > 0)
    const prices = (inStock.length > 0 ? inStock : sizes).map(({ price }) => price)
    return { ...product(row), size_count: sizes.length, from_price: Math.min(...prices) }
  }
  /** Lists show only the first picture. */
  const withLooks = (row: ProductRow): Product => ({
    ...product(row),
    images_look: picturesOf(row).map((hash) => imageUrl.withLook(hash).image_look),
  })
  const sizeOf = ({ promotion, parts: _, ...size }: SizeRow) => ({
    ...size,
    ...promotionOf({ promotion }),
    ...imageUrl.withLook(size.image),
  })
  /** With the sizes to choose among, and what a hamper contains. */
  const productOnPage = ({ sizes, contents, ...row }: RowOnPage): Product => ({
    ...withLooks(row),
    ...(sizes && sizes.length > 1 && { sizes: sizes.map(sizeOf) }),
    ...(contents && { contents: contents.map(containedOf) }),
  })
  return {
    imageUrl,
    product,
    listed,
    withLooks,
    productOnPage,
    sizeOf,
    containedOf,
    deletedProduct: ({ image, deleted_at, restorable_until, ...row }: DeletedRow): DeletedProduct => ({
      ...row,
      ...imageUrl.withLook(image),
      deleted_at: deleted_at.toISOString(),
      restorable_until: restorable_until?.toISOString() ?? null,
    }),
    /** `held` is the number of pieces that unpaid orders hold, by the product's id. */
    adminProduct: (row: ProductRow, held: ReadonlyMap<string, number>): AdminProduct => ({
      ...withLooks(row),
      low_stock_at: row.low_stock_at,
      cost_price: row.cost_price ?? null,
      is_visible: row.is_visible,
      version: versionOf(row),
      held_by_unpaid: held.get(row.id) ?? 0,
    }),
  }
}
