import { randomUUID } from 'node:crypto'
import type { ChangedPrice, ChangedProduct, ProductsChange, ProductsChanged } from '@camilan/contract/many-products'
import { sql } from 'kysely'
import { changedFields } from '../../people/audit/changed-fields.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm, ShopError } from '../../platform/errors.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { type IdempotencyKey, idempotently, storeKey } from '../../platform/http/idempotency.ts'
import { changeInTransaction } from '../change/change-product.ts'
import { ProductNotFound, ProductRefused } from '../errors.ts'
import { auditedFields, type ProductRow, productColumns } from '../queries.ts'
import { plannedPricesTopic } from './planned-prices.ts'

/**
 * Change many products: all of them or none. Their prices may begin and end at a moment. With the same idempotency key a
 * second call changes nothing.
 * @throws {ProductNotFound} one of them is unknown or deleted
 * @throws {ProductRefused} one of them is not what its form expected, or has too little stock
 * @throws {InvalidForm} the moments contradict each other, or a product has a planned price
 */
export function changeProducts(
  db: Db,
  by: Administrator,
  { form, idempotency }: { form: ProductsChange; idempotency: IdempotencyKey | null },
  now: Date,
): Promise<ProductsChanged> {
  assertMoments(form, now)
  const first = () =>
    transact(db, async (tx) => {
      const changed = await change(tx, by, form, now)
      await storeKey(tx, by.id, idempotency, changed, now)
      return changed
    })
  return idempotently(db, by.id, idempotency, { first, again: async (changed: ProductsChanged) => changed }, now)
}

function assertMoments({ from, until }: ProductsChange, now: Date): void {
  if (until === undefined) return
  if (new Date(until) <= now) throw new InvalidForm({ until: 'Waktu selesai sudah lewat.' })
  if (from !== undefined && new Date(until) <= new Date(from)) {
    throw new InvalidForm({ until: 'Waktu selesai harus setelah waktu mulai.' })
  }
}

async function change(tx: Tx, by: Administrator, form: ProductsChange, now: Date): Promise<ProductsChanged> {
  const wanted = new Map(form.items.map((item) => [item.id.toLowerCase(), item]))
  const rows = await lock(tx, [...wanted.keys()])
  if (rows.length < wanted.size) throw new ProductNotFound()
  const lines = rows.map((row) => ({ row, item: wanted.get(row.id) as ProductsChange['items'][number] }))
  const prices = lines.flatMap(({ row: { id, name, price }, item }): ChangedPrice[] =>
    item.form.price === undefined || item.form.price === price
      ? []
      : [{ id, name, old_price: price, new_price: item.form.price }],
  )
  await assertNotPlanned(tx, prices)
  const begins = form.from === undefined || new Date(form.from) <= now
  const items: ChangedProduct[] = []
  for (const { row, item } of lines) {
    const { price, ...others } = item.form
    const after = await named(
      row,
      changeInTransaction(tx, by, { ...item, form: begins ? item.form : others, image: undefined }, now),
    )
    const changes = changedFields(auditedFields, row, price !== undefined && !begins ? { ...after, price } : after)
    if (changes.length > 0) items.push({ id: row.id, name: row.name, changes })
  }
  return { batch_id: prices.length === 0 ? null : await writePrices(tx, by, { prices, form, begins }, now), items }
}

/** By id, as every transaction locks products. */
function lock(tx: Tx, ids: readonly string[]): Promise<ProductRow[]> {
  return tx
    .selectFrom('products')
    .select(productColumns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

async function named<Result>({ id, name }: ProductRow, changing: Promise<Result>): Promise<Result> {
  try {
    return await changing
  } catch (error) {
    throw error instanceof ShopError ? new ProductRefused({ id, name }, error) : error
  }
}

async function assertNotPlanned(tx: Tx, prices: readonly ChangedPrice[]): Promise<void> {
  const planned = await tx
    .selectFrom('price_changes')
    .select('product_id')
    .where('finished_at', 'is', null)
    .where('product_id', '=', sql<string>`any(${prices.map(({ id }) => id)}::uuid[])`)
    .execute()
  const names = prices.filter(({ id }) => planned.some(({ product_id }) => product_id === id)).map(({ name }) => name)
  if (names.length > 0) {
    throw new InvalidForm({ items: `Sudah punya harga terjadwal: ${names.join(', ')}. Batalkan jadwal itu dulu.` })
  }
}

/** Keeps the former prices, so that these can be taken back. @returns the id of the batch */
async function writePrices(
  tx: Tx,
  by: Administrator,
  { prices, form: { from, until }, begins }: { prices: readonly ChangedPrice[]; form: ProductsChange; begins: boolean },
  now: Date,
): Promise<string> {
  const batch = {
    batch_id: randomUUID(),
    starts_at: begins || from === undefined ? now : new Date(from),
    ends_at: until === undefined ? null : new Date(until),
    begun_at: begins ? now : null,
    finished_at: begins && until === undefined ? now : null,
    actor_id: by.id,
    actor_name: by.name,
  }
  const rows = prices.map(({ id, old_price, new_price }) => ({
    ...batch,
    product_id: id,
    former_price: old_price,
    price: new_price,
  }))
  await tx.insertInto('price_changes').values(rows).execute()
  await publish(tx, { topic: plannedPricesTopic, event: 'planned', data: null })
  return batch.batch_id
}
