import type { AdminProductQuery } from '@camilan/contract/catalog'
import { type Selectable, sql } from 'kysely'
import { containsEveryWord } from '../platform/db/contains-words.ts'
import type { Db } from '../platform/db/db.ts'
import type { Products } from '../platform/db/db-types.ts'

export const productColumns = [
  'id',
  'name',
  'price',
  'stock',
  'category',
  'packaging',
  'weight',
  'description',
  'image',
  'low_stock_at',
] as const satisfies (keyof Products)[]

export type ProductRow = Pick<Selectable<Products>, (typeof productColumns)[number]>

/** The fields that an audit entry compares, in the order in which it lists them. */
export const auditedFields = [
  'name',
  'price',
  'stock',
  'low_stock_at',
  'category',
  'packaging',
  'weight',
  'description',
  'image',
] as const satisfies (keyof ProductRow)[]

/** Undefined for an archived product, too. */
export function findProduct(db: Db, id: string): Promise<ProductRow | undefined> {
  return onSale(db).select(productColumns).where('id', '=', id).executeTakeFirst()
}

/** One page of the products that match, and the number of all that match. */
export async function searchProducts(
  db: Db,
  { query, category, stock, sortBy, sortOrder, page, limit }: AdminProductQuery,
): Promise<{ rows: ProductRow[]; total: number }> {
  let matching = onSale(db)
  if (category) matching = matching.where('category', '=', category)
  if (stock === 'low') matching = matching.whereRef('stock', '<=', 'low_stock_at')
  if (stock === 'out') matching = matching.where('stock', '=', 0)
  if (query) matching = matching.where(containsEveryWord(sql.ref('search_text'), query.split(/\s+/)))
  const [rows, { total }] = await Promise.all([
    matching
      .select(productColumns)
      .orderBy(sortBy === 'name' ? 'name_key' : sortBy, sortOrder)
      .orderBy('id', sortOrder)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** How many pieces of each of these products unpaid orders hold, by the product's id. */
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

function onSale(db: Db) {
  return db.selectFrom('products').where('archived_at', 'is', null)
}
