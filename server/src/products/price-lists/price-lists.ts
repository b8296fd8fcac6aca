/** Price lists, as administrators keep them and as their buyers see them. */
import type { AdminPriceList, OwnPrices, PriceListForm } from '@camilan/contract/price-lists'
import { sql } from 'kysely'
import { recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import type { Account } from '../../people/login/guards.ts'
import { isForeignKeyViolation } from '../../platform/db/connections/db-failure.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm, NotFound } from '../../platform/errors.ts'
import { priceAt } from '../price-at.ts'
import { isOnSale } from '../queries.ts'

/** The newest first. */
export async function listPriceLists(db: Db, id: string | null = null): Promise<AdminPriceList[]> {
  const { rows } = await sql<Omit<AdminPriceList, 'created_at'> & { created_at: Date }>`
    select id, name, tag, percent, least_quantity, created_at,
      (select count(*) from customer_notes where lower(tag) = any(select lower(own) from unnest(tags) as own)) as customers,
      array(
        select json_build_object('product_id', product_id, 'price', price) from price_list_products
        where list_id = price_lists.id order by product_id) as products
    from price_lists where ${id}::uuid is null or id = ${id} order by created_at desc, id`.execute(db)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/**
 * @param id  null: a new one
 * @throws {NotFound} there is none
 * @throws {InvalidForm} a product is unknown
 */
export function savePriceList(
  db: Db,
  by: Account,
  { id, form: { products, ...list } }: { id: string | null; form: PriceListForm },
  now: Date,
): Promise<string> {
  return transact(db, async (tx) => {
    const before = id === null ? null : await nameOf(tx, id)
    const row = id === null ? await inserted(tx, list, now) : { id }
    await tx.updateTable('price_lists').set(list).where('id', '=', row.id).execute()
    await tx.deleteFrom('price_list_products').where('list_id', '=', row.id).execute()
    const named = products.map(({ product_id, price }) => ({
      list_id: row.id,
      product_id: product_id.toLowerCase(),
      price,
    }))
    const own = [...new Map(named.map((one) => [one.product_id, one])).values()]
    if (own.length > 0) await tx.insertInto('price_list_products').values(own).execute()
    await record(tx, by, { before, after: list.name }, now)
    return row.id
  }).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? new InvalidForm({ products: 'Produk tidak dikenal.' }) : error
  })
}

/** Orders keep their prices. @throws {NotFound} there is none */
export function removePriceList(db: Db, by: Account, id: string, now: Date): Promise<void> {
  return transact(db, async (tx) => {
    const before = await nameOf(tx, id)
    await tx.deleteFrom('price_lists').where('id', '=', id).execute()
    await record(tx, by, { before, after: null }, now)
  })
}

async function nameOf(tx: Tx, id: string): Promise<string> {
  const found = await tx.selectFrom('price_lists').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw new NotFound()
  return found.name
}

const inserted = (tx: Tx, list: Omit<PriceListForm, 'products'>, now: Date) =>
  tx
    .insertInto('price_lists')
    .values({ ...list, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

const record = (tx: Tx, by: Account, change: { before: string | null; after: string | null }, now: Date) =>
  recordChange(tx, by, settingsSubject, { action: 'changed', changes: [{ field: 'price_lists', ...change }] }, now)

/** Of the products on sale: at each quantity from which one of the buyer's lists counts, what a piece costs them. */
export async function pricesOfBuyer(db: Db, buyerId: string, now: Date): Promise<OwnPrices> {
  const { rows } = await sql<OwnPrices[number]>`
    with own_lists as (
      select price_lists.id, percent, least_quantity from price_lists join customer_notes
        on user_id = ${buyerId} and lower(tag) = any(select lower(own) from unnest(tags) as own))
    select products.id as product_id, least_quantity, own.price
    from products cross join (select distinct least_quantity from own_lists) as steps
    cross join lateral customer_price(${buyerId}, null, products.id, ${priceAt(now)}, least_quantity) as own (price)
    where ${isOnSale} and (exists (select from own_lists where percent is not null) or products.id in (
      select product_id from price_list_products join own_lists on own_lists.id = list_id)) and own.price < ${priceAt(now)}
    order by products.id, least_quantity`.execute(db)
  return rows
}
