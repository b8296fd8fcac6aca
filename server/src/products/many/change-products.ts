import { randomUUID } from 'node:crypto'
import type { ChangedPrice, ChangedProduct, ProductsChange, ProductsChanged } from '@camilan/contract/many-products'
import { sql } from 'kysely'
import { changedFields } from '../../people/audit/changed-fields.ts'
import { type Administrator, recordChanges } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm, ShopError } from '../../platform/errors.ts'
import { type IdempotencyKey, idempotently, storeKey } from '../../platform/http/idempotency.ts'
import { publishCatalogChange } from '../catalog-change.ts'
import { assertSteps, changeInTransaction } from '../change/change-product.ts'
import { ProductNotFound, ProductRefused } from '../errors.ts'
import { auditedFields, auditedOf, type ProductRow, regularColumns } from '../queries.ts'
import { planText } from './plan-text.ts'

/**
 * Change many products: all of them or none. Their prices may begin and end at a moment. With the same idempotency key a
 * second call changes nothing.
 * @throws {ProductNotFound} one of them is unknown or deleted
 * @throws {ProductRefused} one of them is not what its form expected, or has too little stock
 * @throws {InvalidForm} the moments contradict each other, or a product has another price for a part of the time
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
  const rows = await lock(tx, [...wanted.keys()], now)
  if (rows.length < wanted.size) throw new ProductNotFound()
  const lines = rows.map((row) => ({ row, item: wanted.get(row.id) as ProductsChange['items'][number] }))
  const prices = lines.flatMap(({ row: { id, name, price }, item }): ChangedPrice[] =>
    item.form.price === undefined || item.form.price === price
      ? []
      : [{ id, name, old_price: price, new_price: item.form.price }],
  )
  const isPlanned = form.until !== undefined || (form.from !== undefined && new Date(form.from) > now)
  const starts_at = form.from === undefined || new Date(form.from) <= now ? now : new Date(form.from)
  const times = { starts_at, ends_at: isPlanned ? endOf(form) : starts_at }
  if (isPlanned && times.ends_at) await assertTimeIsFree(tx, prices, { ...times, ends_at: times.ends_at }, now)
  const items: ChangedProduct[] = []
  for (const { row, item } of lines) {
    const { price, ...others } = item.form
    const after = await named(
      row,
      changeInTransaction(tx, by, { ...item, form: isPlanned ? others : item.form, image: undefined }, now),
    )
    // A price for a time may be below the steps, which count no more while it is.
    if (price !== undefined && isPlanned && times.ends_at === null) await named(row, fitting({ ...after, price }))
    const changes = changedFields(
      auditedFields,
      auditedOf(row),
      auditedOf(price !== undefined && isPlanned ? { ...after, price } : after),
    )
    if (changes.length > 0) items.push({ id: row.id, name: row.name, changes })
  }
  return { batch_id: prices.length === 0 ? null : await writePlans(tx, by, { prices, times, isPlanned }, now), items }
}

const fitting = async (product: ProductRow) => assertSteps(product)

const endOf = ({ until }: ProductsChange) => (until === undefined ? null : new Date(until))

/** By id, as every transaction locks products. */
function lock(tx: Tx, ids: readonly string[], now: Date): Promise<ProductRow[]> {
  return tx
    .selectFrom('products')
    .select(regularColumns(now))
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

/** @throws {InvalidForm} a product already has another price for a part of the time */
async function assertTimeIsFree(
  tx: Tx,
  prices: readonly ChangedPrice[],
  { starts_at, ends_at }: Times & { ends_at: Date },
  now: Date,
): Promise<void> {
  const taken = await tx
    .selectFrom('planned_prices')
    .select('product_id')
    .where('withdrawn_at', 'is', null)
    .where('product_id', '=', sql<string>`any(${prices.map(({ id }) => id)}::uuid[])`)
    .where('starts_at', '<', ends_at)
    .where('ends_at', '>', sql<Date>`greatest(${starts_at}::timestamptz, ${now}::timestamptz)`)
    .execute()
  const names = prices.filter(({ id }) => taken.some(({ product_id }) => product_id === id)).map(({ name }) => name)
  if (names.length > 0) {
    const products = names.join(', ')
    throw new InvalidForm({ items: `Sudah ada harga terjadwal pada waktu itu: ${products}. Batalkan jadwal itu dulu.` })
  }
}

interface Times {
  starts_at: Date
  /** As `starts_at`: the price was written at once. */
  ends_at: Date | null
}

/** Keeps the former prices, so that these can be taken back. @returns the id of the batch */
async function writePlans(
  tx: Tx,
  by: Administrator,
  { prices, times, isPlanned }: { prices: readonly ChangedPrice[]; times: Times; isPlanned: boolean },
  now: Date,
): Promise<string> {
  const batch = { batch_id: randomUUID(), ...times, actor_id: by.id, actor_name: by.name }
  const rows = prices.map(({ id, old_price, new_price }) => ({
    ...batch,
    product_id: id,
    former_price: old_price,
    price: new_price,
  }))
  await tx.insertInto('planned_prices').values(rows).execute()
  if (!isPlanned) return batch.batch_id
  const entries = prices.map(({ id, new_price: price }) => ({
    type: 'product' as const,
    id,
    action: 'changed' as const,
    changes: [{ field: 'planned_price', before: null, after: planText({ price, ...times }) }],
  }))
  await recordChanges(tx, by, entries, now)
  await publishCatalogChange(tx)
  return batch.batch_id
}
