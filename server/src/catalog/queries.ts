import type { AdminProductQuery } from '@camilan/contract/catalog'
import { factFields } from '@camilan/contract/food-form'
import { freeOfIn } from '@camilan/contract/free-of'
import { type Selectable, sql } from 'kysely'
import { containsWord } from '../platform/db/contains-word.ts'
import type { Db } from '../platform/db/db.ts'
import type { Products } from '../platform/db/db-types.ts'
import { plannedWithValues } from '../platform/db/kysely-pool.ts'
import type { KeptTotals } from './kept-totals.ts'

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
  'more_images',
  'low_stock_at',
  'net_weight_grams',
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
  'stock',
  'low_stock_at',
  'category',
  'packaging',
  'weight',
  'net_weight_grams',
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
const sizes = sql<SizeRow[] | null>`(
  select jsonb_agg(to_jsonb(size) order by size.price, size.id) from (
    select ${sql.join(sizeColumns.map((column) => sql.ref(`other.${column}`)))} from products as other
    where other.group_id = products.group_id and other.archived_at is null and other.is_visible
  ) as size
)`

/** The fields that decide which searches find a product, besides its stock. */
export const searchedFields = ['name', 'description', 'category', 'is_visible'] as const satisfies (keyof ProductRow)[]

interface FoundProducts {
  rows: ProductRow[]
  /** The number on all pages. */
  total: number
}

/** With `hidden`, products that are not shown in the shop match, too. */
export type ProductSearch = AdminProductQuery & { hidden?: boolean }

/** One page of the products that match, and the number of all that match. Without `totals` each call counts. */
export async function searchProducts(db: Db, search: ProductSearch, totals?: KeptTotals): Promise<FoundProducts> {
  const { query, category, stock, hidden = false } = search
  if (stock !== null) return gatherMatching(db, search) // each order changes this number
  const key = JSON.stringify([query, category, hidden])
  const kept = (count: () => Promise<number>) => totals?.get(key, count) ?? count()

  // PostgreSQL knows the number of products in a category. It can only guess how many have these words or little stock.
  if (!query) {
    const rows = await pageInOrder(db, search)
    return { rows, total: totalOfLastPage(search, rows.length) ?? (await kept(() => countMatching(db, search))) }
  }
  let gathered: FoundProducts | undefined
  const total = await kept(async () => {
    gathered = await gatherMatching(db, search)
    return gathered.total
  })
  if (gathered) return gathered
  return total > manyProducts ? { rows: await pageInOrder(db, search), total } : gatherMatching(db, search)
}

/** Above this number of matches, a read in the order of the list until the page is full is faster than a read of all. */
const manyProducts = 20_000

/** Undefined unless this is the last page with products. Then no count is needed. */
function totalOfLastPage({ page, limit }: AdminProductQuery, rowsOnPage: number): number | undefined {
  const isLast = rowsOnPage < limit && (rowsOnPage > 0 || page === 1)
  return isLast ? (page - 1) * limit + rowsOnPage : undefined
}

/** Reads products in the order of the list until the page is full. Fast when many products match. */
function pageInOrder(db: Db, search: ProductSearch): Promise<ProductRow[]> {
  const { sortBy, sortOrder, page, limit } = search
  return matching(db, search)
    .select(productColumns)
    .orderBy(sortColumns[sortBy], sortOrder)
    .orderBy('id', sortOrder)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

async function countMatching(db: Db, search: ProductSearch): Promise<number> {
  const counted = matching(db, search).select(({ fn }) => fn.countAll<number>().as('total'))
  return (await counted.executeTakeFirstOrThrow()).total
}

/**
 * Reads all matches once: counts them, sorts them and takes the page. The time does not depend on their place in the order.
 */
async function gatherMatching(db: Db, search: ProductSearch): Promise<FoundProducts> {
  const { sortBy, sortOrder, page, limit } = search
  const sortColumn = sortColumns[sortBy]
  const rows = await db
    .with(
      (cte) => cte('found').materialized(),
      () => matching(db, search).select(['id', sql.ref(sortColumn).as('sort_key')]),
    )
    .with('page', (on) =>
      on
        .selectFrom('found')
        .select('id')
        .orderBy('sort_key', sortOrder)
        .orderBy('id', sortOrder)
        .limit(limit)
        .offset((page - 1) * limit),
    )
    .selectFrom((on) =>
      on
        .selectFrom('found')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('counted'),
    )
    // A page past the end is one row with only the total.
    .leftJoin(
      (on) => on.selectFrom('page').innerJoin('products', 'products.id', 'page.id').selectAll('products').as('product'),
      (join) => join.onTrue(),
    )
    .select('counted.total')
    .select(productColumns.map((column) => `product.${column}` as const))
    .orderBy(`product.${sortColumn}`, sortOrder)
    .orderBy('product.id', sortOrder)
    .execute()
  const total = rows[0]?.total ?? 0
  return { rows: rows.filter((row) => row.id !== null).map(({ total: _, ...row }) => row as ProductRow), total }
}

const sortColumns = { name: 'name_key', price: 'price', created_at: 'created_at' } as const

function matching(db: Db, { query, category, stock, hidden }: ProductSearch) {
  const { allergens, words } = freeOfIn(query ?? '')
  const found = (hidden ? unarchived(db) : onSale(db)).where((eb) =>
    eb.and([
      ...(category ? [eb('category', '=', category)] : []),
      ...(stock === 'low' ? [eb('stock', '<=', eb.ref('low_stock_at'))] : []),
      ...(stock === 'out' ? [eb('stock', '=', 0)] : []),
      // Only what the seller has declared for all allergens, and of these as free of it.
      ...(allergens.length > 0 ? [declares(['complete', ...allergens.map((name) => `${name}:free`)])] : []),
      ...wordsOf(words).map((word) => containsWord(sql.ref('search_text'), word)),
    ]),
  )
  // The whole catalogue always gets the same plan.
  return query || category || stock ? found.modifyFront(plannedWithValues) : found
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

const declares = (entries: string[]) => sql<boolean>`string_to_array(allergens, ',') @> ${entries}::text[]`

/** Products in stock for a search that found nothing: those of `preferred` in this order, then the newest ones. */
export async function productsInStock(db: Db, preferred: readonly string[], limit: number): Promise<ProductRow[]> {
  const inStock = onSale(db).select(productColumns).where('stock', '>', 0)
  const found = await inStock.where('id', '=', sql<string>`any(${preferred}::uuid[])`).execute()
  const best = found.sort((a, b) => preferred.indexOf(a.id) - preferred.indexOf(b.id)).slice(0, limit)
  if (best.length === limit) return best
  const newest = await inStock
    .where('id', '<>', sql<string>`all(${best.map(({ id }) => id)}::uuid[])`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit - best.length)
    .execute()
  return [...best, ...newest]
}

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

function unarchived(db: Db) {
  return db.selectFrom('products').where('archived_at', 'is', null)
}

/** Buyers find and buy these. */
export const isOnSale = sql<boolean>`(products.archived_at is null and products.is_visible)`

export const onSale = (db: Db) => db.selectFrom('products').where(isOnSale)
