import type { AdminProductQuery } from '@camilan/contract/catalog'
import { freeOfIn } from '@camilan/contract/free-of'
import { sql } from 'kysely'
import { containsWord } from '../platform/db/contains-word.ts'
import type { Db } from '../platform/db/db.ts'
import { plannedWithValues } from '../platform/db/kysely-pool.ts'
import type { KeptTotals } from './kept-totals.ts'
import { onSale, type ProductRow, productColumns, unarchived } from './queries.ts'

interface FoundProducts {
  rows: ProductRow[]
  /** The number on all pages. */
  total: number
}

/**
 * With `hidden`, products that are not shown in the shop match, too. With `soldOutLast` those without stock follow all
 * others, in the same order.
 */
export type ProductSearch = Omit<AdminProductQuery, 'view'> & { hidden?: boolean; soldOutLast?: boolean }

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
function totalOfLastPage({ page, limit }: ProductSearch, rowsOnPage: number): number | undefined {
  const isLast = rowsOnPage < limit && (rowsOnPage > 0 || page === 1)
  return isLast ? (page - 1) * limit + rowsOnPage : undefined
}

/** Reads products in the order of the list until the page is full. Fast when many products match. */
function pageInOrder(db: Db, search: ProductSearch): Promise<ProductRow[]> {
  if (search.soldOutLast) return pageWithSoldOutLast(db, search)
  const { sortBy, sortOrder, page, limit } = search
  return matching(db, search)
    .select(productColumns)
    .orderBy(sortColumns[sortBy], sortOrder)
    .orderBy('id', sortOrder)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

/** Reads sold out products only where those in stock don't fill the page. An index on the stock would slow every order. */
function pageWithSoldOutLast(db: Db, search: ProductSearch): Promise<ProductRow[]> {
  const { sortBy, sortOrder, page, limit } = search
  const end = page * limit
  const sortKey = sql.ref<string>(sortColumns[sortBy])
  const inOrder = () => matching(db, search).orderBy(sortKey, sortOrder).orderBy('id', sortOrder)
  return db
    .with('in_stock', () =>
      inOrder()
        .select(['id', sortKey.as('sort_key'), sql<number>`0`.as('part')])
        .where('stock', '>', 0)
        .limit(end),
    )
    .with('sold_out', () =>
      inOrder()
        .select(['id', sortKey.as('sort_key'), sql<number>`1`.as('part')])
        .where('stock', '=', 0)
        .limit(sql<number>`(select ${end} - count(*) from in_stock)`),
    )
    .with('page', (on) =>
      on
        .selectFrom(on.selectFrom('in_stock').selectAll().unionAll(on.selectFrom('sold_out').selectAll()).as('found'))
        .selectAll()
        .orderBy('part')
        .orderBy('sort_key', sortOrder)
        .orderBy('id', sortOrder)
        .limit(limit)
        .offset((page - 1) * limit),
    )
    .selectFrom('page')
    .innerJoin('products', 'products.id', 'page.id')
    .select(productColumns.map((column) => `products.${column}` as const))
    .orderBy('part')
    .orderBy('sort_key', sortOrder)
    .orderBy('page.id', sortOrder)
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
  const { sortBy, sortOrder, page, limit, soldOutLast = false } = search
  const sortColumn = sortColumns[sortBy]
  const isLast = (stock: string) => sql<boolean>`${sql.ref(stock)} = 0`
  const rows = await db
    .with(
      (cte) => cte('found').materialized(),
      () => matching(db, search).select(['id', 'stock', sql.ref(sortColumn).as('sort_key')]),
    )
    .with('page', (on) =>
      on
        .selectFrom('found')
        .select('id')
        .$if(soldOutLast, (found) => found.orderBy(isLast('stock')))
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
    .$if(soldOutLast, (found) => found.orderBy(isLast('product.stock')))
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
