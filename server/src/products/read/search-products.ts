/** One page of the products that a list or a search shows, and their number. */
import type { AdminProductQuery } from '@camilan/contract/catalog'
import { freeOfIn } from '@camilan/contract/free-of'
import { type RawBuilder, sql } from 'kysely'
import { plannedWithValues } from '../../platform/db/connections/kysely-pool.ts'
import { containsWord } from '../../platform/db/contains-word.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Products } from '../../platform/db/db-types.ts'
import { batchesOfProduct } from '../batches.ts'
import type { KeptTotals } from '../kept-totals.ts'
import { priceAt } from '../price-at.ts'
import { askedColumns, isOnSale, type ProductRow, productsAt, type SizeRow, sizes, stockOf } from '../queries.ts'

/** A grouped search finds the sizes, too. */
export type FoundRow = ProductRow & { sizes?: SizeRow[] | null }

interface FoundProducts {
  rows: FoundRow[]
  /** The number on all pages. */
  total: number
}

/**
 * With `hidden`, products that are not shown in the shop match, too. With `grouped`, a group of sizes is one: the cheapest in
 * stock of those that match, else the cheapest. With `soldOutLast` those without stock follow all others, in the same order.
 */
export type ProductSearch = Omit<AdminProductQuery, 'view'> & {
  hidden?: boolean
  /** The prices of this moment. With `hidden`, those without the plans for a time. */
  now: Date
  grouped?: boolean
  soldOutLast?: boolean
}

/** One page of the products that match, and the number of all that match. Without `totals` each call counts. */
export async function searchProducts(db: Db, search: ProductSearch, totals?: KeptTotals): Promise<FoundProducts> {
  const { query, category, stock, hidden = false, grouped = false } = search
  if (stock !== null) return gatherMatching(db, search) // each order changes this number
  const key = JSON.stringify([query, category, hidden, grouped])
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
function pageInOrder(db: Db, search: ProductSearch): Promise<FoundRow[]> {
  if (search.soldOutLast) return pageWithSoldOutLast(db, search)
  const { page, limit } = search
  return matching(db, search)
    .select(askedColumns)
    .select(shownColumns(search))
    .orderBy(orderOf(search, 'products'))
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

/** Reads sold out products only where those in stock don't fill the page. An index on the stock would slow every order. */
function pageWithSoldOutLast(db: Db, search: ProductSearch): Promise<FoundRow[]> {
  const { page, limit } = search
  const end = page * limit
  const inOrder = () =>
    matching(db, search)
      .select(['id', 'stock', ...sortColumns[search.sortBy]])
      .orderBy(orderOf({ ...search, soldOutLast: false }, 'products'))
  return db
    .with('in_stock', () => inOrder().where('stock', '>', 0).limit(end))
    .with('sold_out', () =>
      inOrder().where('stock', '=', 0).limit(sql<number>`(select ${end} - count(*) from in_stock)`),
    )
    .with('page', (on) =>
      on
        .selectFrom(on.selectFrom('in_stock').selectAll().unionAll(on.selectFrom('sold_out').selectAll()).as('found'))
        .select('id')
        .orderBy(orderOf(search, 'found'))
        .limit(limit)
        .offset((page - 1) * limit),
    )
    .selectFrom('page')
    .innerJoin(productsIn(search), 'products.id', 'page.id')
    .select(askedColumns.map((column) => `products.${column}` as const))
    .select(shownColumns(search))
    .orderBy(orderOf(search, 'products'))
    .execute()
}

export const shownColumns = ({ grouped = false, now }: Pick<ProductSearch, 'grouped' | 'now'>) =>
  [(grouped ? sizes(now) : sql<null>`null::jsonb`).as('sizes'), batchesOfProduct.as('batches')] as const

const productsIn = ({ now, hidden = false }: ProductSearch) => productsAt(now, { asked: !hidden })

async function countMatching(db: Db, search: ProductSearch): Promise<number> {
  const counted = matching(db, search).select(({ fn }) => fn.countAll<number>().as('total'))
  return (await counted.executeTakeFirstOrThrow()).total
}

/**
 * Reads all matches once: counts them, sorts them and takes the page. The time does not depend on their place in the order.
 */
async function gatherMatching(db: Db, search: ProductSearch): Promise<FoundProducts> {
  const { page, limit } = search
  const rows = await db
    .with(
      (cte) => cte('found').materialized(),
      () => matching(db, search).select(['id', 'stock', ...sortColumns[search.sortBy]]),
    )
    .with('page', (on) =>
      on
        .selectFrom('found')
        .select('id')
        .orderBy(orderOf(search, 'found'))
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
      (on) =>
        on
          .selectFrom('page')
          .innerJoin(productsIn(search), 'products.id', 'page.id')
          .selectAll('products')
          .select(shownColumns(search))
          .as('product'),
      (join) => join.onTrue(),
    )
    .select('counted.total')
    .select([...askedColumns, 'sizes' as const, 'batches' as const].map((column) => `product.${column}` as const))
    .orderBy(orderOf(search, 'product'))
    .execute()
  const total = rows[0]?.total ?? 0
  return { rows: rows.filter((row) => row.id !== null).map(({ total: _, ...row }) => row as FoundRow), total }
}

const sortColumns = {
  name: ['name_key'],
  price: ['price'],
  created_at: ['created_at'],
  place: ['place', 'name_key'],
  promo: ['promotion', 'name_key'],
} as const

/** Ends with the id, so that pages never overlap. A product without a place follows those with one. */
function orderOf({ sortBy, sortOrder, soldOutLast }: ProductSearch, table: string) {
  const keys = [...sortColumns[sortBy], 'id'].map(
    // Whichever it is, a promotion comes first, in both directions.
    (column) => sql`${sql.ref(`${table}.${column}`)} ${sql.raw(column === 'promotion' ? 'is null' : sortOrder)}`,
  )
  return sql.join(soldOutLast ? [sql`${sql.ref(`${table}.stock`)} = 0`, ...keys] : keys)
}

function matching(db: Db, search: ProductSearch) {
  const { query, category, stock, hidden, grouped, now } = search
  const found = db
    .selectFrom(productsIn(search))
    .where(hidden ? sql<boolean>`products.archived_at is null` : isOnSale)
    .where((eb) => eb.and(conditionsOf(search, 'products')))
    .$if(grouped === true, (each) => each.where(isFirstSize(now, conditionsOf(search, 'other'))))
  // The whole catalogue always gets the same plan.
  return query || category || stock ? found.modifyFront(plannedWithValues) : found
}

function conditionsOf({ query, category, stock }: ProductSearch, table: 'products' | 'other'): RawBuilder<boolean>[] {
  const { allergens, words } = freeOfIn(query ?? '')
  const column = (name: keyof Products) => sql.ref(`${table}.${name}`)
  return [
    ...(category ? [sql<boolean>`${column('category')} = ${category}`] : []),
    ...(stock === 'low' ? [sql<boolean>`${stockOf(table)} <= ${column('low_stock_at')}`] : []),
    ...(stock === 'out' ? [sql<boolean>`${stockOf(table)} = 0`] : []),
    // Only what the seller has declared for all allergens, and of these as free of it.
    ...(allergens.length > 0
      ? [declares(column('allergens'), ['complete', ...allergens.map((name) => `${name}:free`)])]
      : []),
    ...wordsOf(words).map((word) => containsWord(column('search_text'), word)),
  ]
}

/**
 * Whether a product stands for its group: the cheapest in stock of the sizes on sale that match, else the cheapest. One
 * without a group stands for itself.
 */
export const isFirstSize = (
  now: Date,
  conditions: RawBuilder<boolean>[] = [],
) => sql<boolean>`(products.group_id is null or not exists (
  select from products as other where ${sql.join(
    [sql`other.group_id = products.group_id and other.archived_at is null and other.is_visible`, ...conditions],
    sql` and `,
  )} and (${stockOf('other')} = 0, ${priceAt(now, 'other')}, other.id) < (products.stock = 0, products.price, products.id)
))`

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

const declares = (allergens: RawBuilder<unknown>, entries: string[]) =>
  sql<boolean>`string_to_array(${allergens}, ',') @> ${entries}::text[]`
