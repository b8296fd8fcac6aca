import { hash, randomUUID } from 'node:crypto'
import { maxPrice } from '@camilan/contract/catalog'
import { formatRupiah } from '@camilan/contract/formats'
import type { ChangedPrice, PlannedPrices, PricesChange, PricesChanged } from '@camilan/contract/many-products'
import { sql } from 'kysely'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { type IdempotencyKey, idempotently, storeKey } from '../../platform/http/idempotency.ts'
import { publishCatalogChange } from '../catalog-change.ts'
import { PricesDiffer } from '../errors.ts'

/** The topic of the event that prices were planned. */
export const plannedPricesTopic = 'planned-prices'

/** Prices are locked by id before the rows of `price_changes`, in every transaction that writes both. */
export function lockPrices(tx: Tx, ids: readonly string[]) {
  return tx
    .selectFrom('products')
    .select(['id', 'name', 'price'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Write one price in the administrator's name. The caller publishes the change. */
export async function writePrice(
  tx: Tx,
  by: Administrator,
  { id, before, after }: { id: string; before: number; after: number },
  now: Date,
): Promise<void> {
  await tx.updateTable('products').set({ price: after, updated_at: now }).where('id', '=', id).execute()
  const changes = [{ field: 'price', before, after }]
  await recordChange(tx, by, { type: 'product', id }, { action: 'changed', changes }, now)
}

/**
 * Change the prices of many products, at once or from a moment on; with `preview`, say what would be changed. Products whose
 * price stays are left out. With the same idempotency key a second call changes nothing.
 * @throws {InvalidForm} the form contradicts itself, a price would leave its bounds, or a product has a planned price
 * @throws {PricesDiffer} the present prices give another result than the one in `seen`; nothing is changed
 */
export function changePrices(
  db: Db,
  by: Administrator,
  { form, idempotency }: { form: PricesChange; idempotency: IdempotencyKey | null },
  now: Date,
): Promise<PricesChanged> {
  const first = () =>
    transact(db, async (tx) => {
      const changed = await change(tx, by, form, now)
      if (!form.preview) await storeKey(tx, by.id, idempotency, changed, now)
      return changed
    })
  return idempotently(db, by.id, idempotency, { first, again: async (changed: PricesChanged) => changed }, now)
}

async function change(tx: Tx, by: Administrator, form: PricesChange, now: Date): Promise<PricesChanged> {
  assertForm(form, now)
  const chosen = await chosenProducts(tx, form)
  assertAllKnown(form.ids, chosen)
  const locked = () =>
    lockPrices(
      tx,
      chosen.map(({ id }) => id),
    )
  const items = newPrices(form.preview ? chosen : await locked(), form)
  await assertNotPlanned(tx, items)
  const result = { batch_id: null, seen: fingerprint(items), items }
  if (form.preview || items.length === 0) return result
  if (form.seen !== undefined && form.seen !== result.seen) throw new PricesDiffer(result)
  return { ...result, batch_id: await writeBatch(tx, by, { items, form }, now) }
}

function assertForm({ percent, amount, ids, category, from, until }: PricesChange, now: Date): void {
  if ((percent === undefined) === (amount === undefined)) {
    throw new InvalidForm({ percent: 'Isi persen atau rupiah, salah satu saja.' })
  }
  if (ids && category) throw new InvalidForm({ category: 'Pilih produk atau kategori, salah satu saja.' })
  if (until !== undefined && new Date(until) <= (from === undefined ? now : new Date(from))) {
    throw new InvalidForm({ until: 'Waktu selesai harus setelah waktu mulai.' })
  }
  if (until !== undefined && new Date(until) <= now) throw new InvalidForm({ until: 'Waktu selesai sudah lewat.' })
}

function chosenProducts(tx: Tx, { ids, category }: PricesChange) {
  return tx
    .selectFrom('products')
    .select(['id', 'name', 'price'])
    .where('archived_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<string>`any(${ids}::uuid[])`))
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? 'KUE_KERING'))
    .orderBy('id')
    .execute()
}

function assertAllKnown(ids: readonly string[] = [], found: readonly { id: string }[]): void {
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id.toLowerCase()))
  if (unknown.length > 0)
    throw new InvalidForm({ ids: `Produk ini tidak ada atau sudah dihapus: ${unknown.join(', ')}` })
}

function newPrices(products: readonly { id: string; name: string; price: number }[], form: PricesChange) {
  const { percent, amount = 0, round_to = 1 } = form
  const items = products.map(({ id, name, price }): ChangedPrice => {
    const exact = percent === undefined ? price + amount : (price * (100 + percent)) / 100
    return { id, name, old_price: price, new_price: Math.round(exact / round_to) * round_to }
  })
  const wrong = items.find(({ new_price }) => new_price < 1 || new_price > maxPrice)
  if (wrong) {
    const field = percent === undefined ? 'amount' : 'percent'
    throw new InvalidForm({ [field]: `Harga ${wrong.name} akan menjadi ${formatRupiah(wrong.new_price)}.` })
  }
  const changed = items.filter(({ old_price, new_price }) => old_price !== new_price)
  return changed.sort((a, b) => a.name.localeCompare(b.name, 'id') || (a.id < b.id ? -1 : 1))
}

const fingerprint = (items: readonly ChangedPrice[]) =>
  hash('sha256', JSON.stringify(items.map(({ id, old_price, new_price }) => [id, old_price, new_price])))

async function assertNotPlanned(tx: Tx, items: readonly ChangedPrice[]): Promise<void> {
  const planned = await tx
    .selectFrom('price_changes')
    .select('product_id')
    .where('finished_at', 'is', null)
    .where('product_id', '=', sql<string>`any(${items.map(({ id }) => id)}::uuid[])`)
    .execute()
  const names = items.filter(({ id }) => planned.some(({ product_id }) => product_id === id)).map(({ name }) => name)
  if (names.length > 0) {
    throw new InvalidForm({ ids: `Sudah punya harga terjadwal: ${names.join(', ')}. Batalkan jadwal itu dulu.` })
  }
}

async function writeBatch(
  tx: Tx,
  by: Administrator,
  { items, form: { from, until } }: { items: readonly ChangedPrice[]; form: PricesChange },
  now: Date,
): Promise<string> {
  const batch_id = randomUUID()
  const starts_at = from === undefined || new Date(from) < now ? now : new Date(from)
  const begins = starts_at <= now
  const times = {
    starts_at,
    ends_at: until === undefined ? null : new Date(until),
    begun_at: begins ? now : null,
    finished_at: begins && until === undefined ? now : null,
  }
  const rows = items.map(({ id, old_price, new_price }) => ({
    batch_id,
    product_id: id,
    former_price: old_price,
    price: new_price,
    ...times,
    actor_id: by.id,
    actor_name: by.name,
  }))
  await tx.insertInto('price_changes').values(rows).execute()
  await publish(tx, { topic: plannedPricesTopic, event: 'planned', data: null })
  if (!begins) return batch_id
  for (const { id, old_price, new_price } of items) {
    await writePrice(tx, by, { id, before: old_price, after: new_price }, now)
  }
  await publishCatalogChange(tx)
  return batch_id
}

/**
 * Undo a batch: prices that are still those of the batch return, and a planned change is dropped. A second call finds
 * nothing to undo.
 * @returns the number of prices that returned or will not change
 */
export function undoPrices(db: Db, by: Administrator, batchId: string, now: Date): Promise<number> {
  return transact(db, async (tx) => {
    const ofBatch = await tx.selectFrom('price_changes').select('product_id').where('batch_id', '=', batchId).execute()
    const products = await lockPrices(
      tx,
      ofBatch.map(({ product_id }) => product_id),
    )
    const rows = await tx.deleteFrom('price_changes').where('batch_id', '=', batchId).returningAll().execute()
    const present = new Map(products.map(({ id, price }) => [id, price]))
    const begun = rows.filter(({ begun_at }) => begun_at !== null)
    const kept = begun.filter(({ product_id, price }) => present.get(product_id) === price)
    for (const { product_id: id, price, former_price } of kept) {
      await writePrice(tx, by, { id, before: price, after: former_price }, now)
    }
    if (kept.length > 0) await publishCatalogChange(tx)
    return rows.length - begun.length + kept.length
  })
}

/** Changes that have not begun, or that will end. `isDone`: those that are over, as far as their prices are still in force. */
export async function plannedPrices(db: Db, { isDone = false } = {}): Promise<PlannedPrices> {
  const rows = await db
    .selectFrom('price_changes')
    .innerJoin('products', 'products.id', 'product_id')
    .select([
      'batch_id',
      'starts_at',
      'ends_at',
      'begun_at',
      'product_id',
      'name',
      'former_price',
      'price_changes.price',
    ])
    .$if(!isDone, (query) => query.where('finished_at', 'is', null).orderBy('starts_at'))
    .$if(isDone, (query) =>
      query
        .where('finished_at', 'is not', null)
        .where('ends_at', 'is', null)
        .whereRef('products.price', '=', 'price_changes.price')
        .orderBy('starts_at', 'desc'),
    )
    .orderBy('name_key')
    .execute()
  return [...Map.groupBy(rows, ({ batch_id }) => batch_id)].flatMap(([batch_id, batch]) =>
    batch.slice(0, 1).map(({ starts_at, ends_at, begun_at }) => ({
      ...{
        batch_id,
        from: starts_at.toISOString(),
        until: ends_at?.toISOString() ?? null,
        has_begun: begun_at !== null,
      },
      items: batch.map((row) => ({
        id: row.product_id,
        name: row.name,
        old_price: row.former_price,
        new_price: row.price,
      })),
    })),
  )
}
