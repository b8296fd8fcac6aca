import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isOrdered, type ProductRow, productColumns } from '../queries.ts'
import { sampleProducts } from './sample-products.ts'

const names = sampleProducts.map(({ name }) => name)
/** The form of the column `name_key`. */
const nameKeys = names.map((name) => name.toLowerCase())
const prices = sampleProducts.map(({ price }) => price)

const entriesOf = sql`from audit_entries as entry
  where entry.subject_type = 'product' and entry.subject_id = products.id::text`

/** A product that an administrator added has an audit entry; one that `loadSamples` put on sale has none. */
const wasLoaded = sql<boolean>`not exists (select ${entriesOf} and entry.action = 'created')`

const hasSampleName = sql<boolean>`products.name_key = any(${nameKeys}::text[])`

/**
 * Whether a product is an unchanged sample: it has the name and the price of one, and its original picture alone. Other changes,
 * for example of the stock, don't make it the seller's own.
 */
export const isSample: RawBuilder<boolean> = sql<boolean>`(
  ${hasSampleName}
  and (products.name, products.price) in (select * from unnest(${names}::text[], ${prices}::int[]))
  and ${wasLoaded}
  and not exists (
    select ${entriesOf} and entry.action = 'changed'
      and jsonb_path_exists(entry.changes, '$[*] ? (@.field == "image" || @.field == "more_images")')
  )
)`

/** Whether a product was a sample before an administrator changed it. */
const wasSample = sql<boolean>`(
  not ${isSample}
  and ${wasLoaded}
  and (${hasSampleName} or exists (
    select from audit_entries as entry, jsonb_array_elements(entry.changes) as change
    where entry.subject_type = 'product' and entry.subject_id = products.id::text and entry.action = 'changed'
      and change ->> 'field' = 'name' and change ->> 'before' = any(${names}::text[])
  ))
)`

/** The number of samples on sale, and the names of those that an administrator has changed into her own. */
export async function countSamples(db: Db): Promise<{ neverOrdered: number; ordered: number; kept: string[] }> {
  const onSale = db.selectFrom('products').where('archived_at', 'is', null)
  const { total, ordered } = await onSale
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.countAll<number>().filterWhere(isOrdered).as('ordered')])
    .where(isSample)
    .executeTakeFirstOrThrow()
  const kept = await onSale.select('name').where(wasSample).orderBy('name_key').orderBy('id').execute()
  return { neverOrdered: total - ordered, ordered, kept: kept.map(({ name }) => name) }
}

/** Those on sale, in the order of the list of products. */
export function samplesWithoutPicture(db: Db): Promise<Pick<ProductRow, 'id' | 'name'>[]> {
  return db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('archived_at', 'is', null)
    .where('image', 'is', null)
    .where(isSample)
    .orderBy('name_key')
    .execute()
}

type FoundSample = ProductRow & { created_at: Date; isOrdered: boolean }

/** The samples on sale, locked: nobody orders, changes or deletes them until the transaction ends. */
export async function lockSamples(tx: Tx): Promise<FoundSample[]> {
  // Locked first and read afterwards, so that a change during the wait for the lock is seen.
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
