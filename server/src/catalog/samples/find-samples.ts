import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type ProductRow, productColumns } from '../queries.ts'
import { sampleProducts } from './sample-products.ts'

const names = sampleProducts.map(({ name }) => name)
/** As the column `name_key` has them. */
const nameKeys = names.map((name) => name.toLowerCase())
const prices = sampleProducts.map(({ price }) => price)

const entriesOf = sql`from audit_entries as entry
  where entry.subject_type = 'product' and entry.subject_id = products.id::text`

/** What an administrator has added has an audit entry that says so; what `loadSamples` has put on sale has none. */
const wasLoaded = sql<boolean>`not exists (select ${entriesOf} and entry.action = 'created')`

const hasSampleName = sql<boolean>`products.name_key = any(${nameKeys}::text[])`

/**
 * Whether a product is a sample as it was loaded: with the name and the price of one, and a picture that nobody has
 * changed. Other changes, of the stock for example, don't make it the seller's own.
 */
export const isSample: RawBuilder<boolean> = sql<boolean>`(
  ${hasSampleName}
  and (products.name, products.price) in (select * from unnest(${names}::text[], ${prices}::int[]))
  and ${wasLoaded}
  and not exists (
    select ${entriesOf} and entry.action = 'changed'
      and jsonb_path_exists(entry.changes, '$[*] ? (@.field == "image")')
  )
)`

/** Whether a product that is no sample now was one before an administrator changed it. */
const wasSample = sql<boolean>`(
  not ${isSample}
  and ${wasLoaded}
  and (${hasSampleName} or exists (
    select from audit_entries as entry, jsonb_array_elements(entry.changes) as change
    where entry.subject_type = 'product' and entry.subject_id = products.id::text and entry.action = 'changed'
      and change ->> 'field' = 'name' and change ->> 'before' = any(${names}::text[])
  ))
)`

/** Orders refer to it, so that it can't be deleted. */
const isOrdered = sql<boolean>`exists (select from order_items where order_items.product_id = products.id)`

/** How many samples are on sale, and the names of those that an administrator has made her own. */
export async function countSamples(db: Db): Promise<{ neverOrdered: number; ordered: number; kept: string[] }> {
  const onSale = db.selectFrom('products').where('archived_at', 'is', null)
  const { total, ordered } = await onSale
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.countAll<number>().filterWhere(isOrdered).as('ordered')])
    .where(isSample)
    .executeTakeFirstOrThrow()
  const kept = await onSale.select('name').where(wasSample).orderBy('name_key').orderBy('id').execute()
  return { neverOrdered: total - ordered, ordered, kept: kept.map(({ name }) => name) }
}

type FoundSample = ProductRow & { created_at: Date; isOrdered: boolean }

/** The samples that are on sale, locked: nobody orders, changes or deletes them until the transaction ends. */
export async function lockSamples(tx: Tx): Promise<FoundSample[]> {
  // Locked first and looked at afterwards, so that a change that the lock has waited for is seen.
  const locked = await tx
    .selectFrom('products')
    .select('id')
    .where(hasSampleName)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return tx
    .selectFrom('products')
    .select([...productColumns, 'created_at', isOrdered.as('isOrdered')])
    .where('id', '=', sql<string>`any(${locked.map(({ id }) => id)}::uuid[])`)
    .where('archived_at', 'is', null)
    .where(isSample)
    .orderBy('id')
    .execute()
}
