import { factFields } from '@camilan/contract/food-form'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import type { Products } from '../platform/db/db-types.ts'

export const productColumns = [
  'id',
  'name',
  'price',
  'price_steps',
  'stock',
  'category',
  'packaging',
  'weight',
  'description',
  'image',
  'more_images',
  'low_stock_at',
  'net_weight_grams',
  'packing_grams',
  'cost_price',
  'is_visible',
  ...factFields,
  'group_id',
  'sold_count',
  'updated_at',
] as const satisfies (keyof Products)[]

export type ProductRow = Pick<Selectable<Products>, (typeof productColumns)[number]>

/** The fields that an audit entry compares, in the order in which it lists them. */
export const auditedFields = [
  'name',
  'price',
  'price_steps',
  'stock',
  'low_stock_at',
  'category',
  'packaging',
  'weight',
  'net_weight_grams',
  'packing_grams',
  'description',
  'image',
  'more_images',
  'is_visible',
  'cost_price',
  ...factFields,
] as const satisfies (keyof ProductRow)[]

/** Undefined also for an archived product. */
export function findProduct(db: Db, id: string): Promise<ProductRow | undefined> {
  return unarchived(db).select(productColumns).where('id', '=', id).executeTakeFirst()
}

/** Undefined also for a hidden product. */
export function findProductOnSale(db: Db, id: string): Promise<(ProductRow & { sizes: SizeRow[] | null }) | undefined> {
  return onSale(db).select(productColumns).select(sizes.as('sizes')).where('id', '=', id).executeTakeFirst()
}

/** All products of a group, hidden ones too, the cheapest first. */
export function sizesOfGroup(db: Db, groupId: string | null): Promise<SizeRow[]> {
  return unarchived(db).select(sizeColumns).where('group_id', '=', groupId).orderBy('price').orderBy('id').execute()
}

const sizeColumns = ['id', 'name', 'price', 'stock', 'packaging', 'weight', 'net_weight_grams', 'image'] as const
export type SizeRow = Pick<ProductRow, (typeof sizeColumns)[number]>

/** The products on sale of the same group, the cheapest first; null for a product without a group. */
export const sizes = sql<SizeRow[] | null>`(
  select jsonb_agg(to_jsonb(size) order by size.price, size.id) from (
    select ${sql.join(sizeColumns.map((column) => sql.ref(`other.${column}`)))} from products as other
    where other.group_id = products.group_id and other.archived_at is null and other.is_visible
  ) as size
)`

/** The fields that decide which searches find a product, besides its stock. */
export const searchedFields = ['name', 'description', 'category', 'is_visible'] as const satisfies (keyof ProductRow)[]

/** The number of pieces of each product that unpaid orders hold, by the product's id. */
export async function heldByUnpaid(db: Db, productIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['product_id', sql<number>`sum(quantity)`.as('held')])
    .where('status', '=', 'DIPROSES')
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .groupBy('product_id')
    .execute()
  return new Map(rows.map(({ product_id, held }) => [product_id, held]))
}

export function unarchived(db: Db) {
  return db.selectFrom('products').where('archived_at', 'is', null)
}

/** Buyers find and buy these. */
export const isOnSale = sql<boolean>`(products.archived_at is null and products.is_visible)`

export const onSale = (db: Db) => db.selectFrom('products').where(isOnSale)
