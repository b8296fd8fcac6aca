import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { askedColumns, onSale, type ProductRow } from '../queries.ts'
import { type FoundRow, isFirstSize, shownColumns } from './search-products.ts'

/**
 * Products of the same category that are in stock, nearest in price first. Not other sizes of the same thing. With `grouped`,
 * a group of sizes is one.
 */
export function findSimilar(
  db: Db,
  { id, category, price, group_id }: Pick<ProductRow, 'id' | 'category' | 'price' | 'group_id'>,
  { limit, grouped }: { limit: number; grouped: boolean },
  now: Date,
): Promise<ProductRow[]> {
  // From both sides of the price without promotions, so that the index of prices serves it in a large catalogue, too.
  const inStock = onSale(db, now)
    .select([...askedColumns, 'regular_price'])
    .where('category', '=', category)
    .where('stock', '>', 0)
    .where('id', '!=', id)
    .$if(group_id !== null, (other) => other.where('group_id', 'is distinct from', group_id))
    .$if(grouped, (other) => other.where(isFirstSize(now)))
    .limit(limit)
  const dearer = inStock.where('regular_price', '>=', price).orderBy('regular_price').orderBy('id')
  const cheaper = inStock.where('regular_price', '<', price).orderBy('regular_price', 'desc').orderBy('id', 'desc')
  return db
    .selectFrom(
      db
        .selectFrom(dearer.as('dearer'))
        .selectAll()
        .unionAll(db.selectFrom(cheaper.as('cheaper')).selectAll())
        .as('near'),
    )
    .selectAll()
    .orderBy(({ fn, val }) => fn('abs', [sql`regular_price - ${val(price)}`]))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Pieces that a best seller has sold. */
const leastSold = 5
const leastBestSellers = 2
const mostBestSellers = 4

/** Of all sizes on sale. */
const soldTogether = sql<number>`case when products.group_id is null then products.sold_count else (
  select sum(other.sold_count)::integer from products as other
  where other.group_id = products.group_id and other.archived_at is null and other.is_visible
) end`

/**
 * What was sold most and is in stock, without those that are `shown` above. Too few are none. With `grouped`, a group of
 * sizes is one, and has sold what they have together.
 */
export async function findBestSellers(
  db: Db,
  { shown, grouped }: { shown: readonly string[]; grouped: boolean },
  now: Date,
): Promise<FoundRow[]> {
  const sold = grouped ? soldTogether : sql<number>`products.sold_count`
  const rows = await onSale(db, now)
    .select(askedColumns)
    .select([sold.as('sold'), ...shownColumns({ grouped, now })])
    .where(sold, '>=', leastSold)
    .where('stock', '>', 0)
    .where('id', '<>', sql<string>`all(${shown}::uuid[])`)
    .$if(grouped, (each) => each.where(isFirstSize(now)))
    .orderBy(sold, 'desc')
    .orderBy('id', 'desc')
    .limit(mostBestSellers)
    .execute()
  return rows.length < leastBestSellers ? [] : rows.map(({ sold, ...row }) => ({ ...row, sold_count: sold }))
}

/**
 * Products in stock for a search that found nothing: those of `preferred` in this order, then the newest ones. With
 * `grouped`, a group of sizes is one.
 */
export async function productsInStock(
  db: Db,
  preferred: readonly string[],
  { limit, grouped }: { limit: number; grouped: boolean },
  now: Date,
): Promise<ProductRow[]> {
  const inStock = onSale(db, now).select(askedColumns).where('stock', '>', 0)
  const found = await inStock.where('id', '=', sql<string>`any(${preferred}::uuid[])`).execute()
  const sorted = found.sort((a, b) => preferred.indexOf(a.id) - preferred.indexOf(b.id))
  const best = onePerGroup(sorted, grouped).slice(0, limit)
  if (best.length === limit) return best
  const groups = best.flatMap(({ group_id }) => group_id ?? [])
  const newest = await inStock
    .where('id', '<>', sql<string>`all(${best.map(({ id }) => id)}::uuid[])`)
    .$if(grouped, (others) =>
      others.where(isFirstSize(now)).where(sql<boolean>`(group_id = any(${groups}::uuid[])) is not true`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit - best.length)
    .execute()
  return [...best, ...newest]
}

/** With `grouped`, the first of each group of sizes; else all. */
export function onePerGroup<Row extends Pick<ProductRow, 'id' | 'group_id'>>(
  rows: readonly Row[],
  grouped: boolean,
): Row[] {
  const things = Map.groupBy(rows, ({ id, group_id }) => (grouped && group_id) || id)
  return [...things.values()].flatMap((sizes) => sizes.slice(0, 1))
}

/** In stock and often ordered together with this product, the most frequent first. Not other sizes of it. */
export function findBoughtTogether(
  db: Db,
  { id, group_id }: Pick<ProductRow, 'id' | 'group_id'>,
  now: Date,
): Promise<ProductRow[]> {
  const others = sql`(select goes_with from products where id = ${id})`
  return onSale(db, now)
    .select(askedColumns)
    .where(sql<boolean>`id = any(${others}::uuid[])`)
    .where('stock', '>', 0)
    .$if(group_id !== null, (other) => other.where('group_id', 'is distinct from', group_id))
    .orderBy(sql`array_position(${others}, id)`)
    .execute()
}
