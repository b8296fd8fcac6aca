import { maxStock } from '@camilan/contract/catalog'
import type { StockReason, StocksChange, StocksChanged } from '@camilan/contract/many-products'
import { sql } from 'kysely'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { type IdempotencyKey, idempotently, storeKey } from '../../platform/http/idempotency.ts'
import { publishCatalogChange } from '../catalog-change.ts'
import { OutOfStock, ProductNotFound, StocksDiffer } from '../errors.ts'
import { stockNotice } from '../stock-alert.ts'

type Item = StocksChange['items'][number]

interface Locked {
  id: string
  name: string
  stock: number
  low_stock_at: number
}

/**
 * Change the stock of many products for one reason: all of them or none. With the same idempotency key a second call
 * changes nothing.
 * @throws {ProductNotFound} one of them is unknown or deleted
 * @throws {StocksDiffer} a sale has changed a stock that was counted; lists all of them
 * @throws {OutOfStock} a change would take more than the stock; lists all of them
 */
export function changeStocks(
  db: Db,
  by: Administrator,
  { form, idempotency }: { form: StocksChange; idempotency: IdempotencyKey | null },
  now: Date,
): Promise<StocksChanged> {
  const first = () =>
    transact(db, async (tx) => {
      const changed = await change(tx, by, form, now)
      await storeKey(tx, by.id, idempotency, changed, now)
      return changed
    })
  return idempotently(db, by.id, idempotency, { first, again: async (changed: StocksChanged) => changed }, now)
}

async function change(tx: Tx, by: Administrator, { reason, items }: StocksChange, now: Date): Promise<StocksChanged> {
  const wanted = new Map(items.map((item) => [item.id.toLowerCase(), item]))
  const products = await lock(tx, [...wanted.keys()])
  if (products.length < items.length) throw new ProductNotFound()
  const lines = products.map((product) => ({ ...product, ...newStock(product, wanted.get(product.id) as Item) }))
  const differing = lines.filter(({ differs }) => differs)
  if (differing.length > 0) throw new StocksDiffer(differing)
  const short = lines.filter(({ after }) => after < 0)
  if (short.length > 0) throw new OutOfStock(short.map(({ id, name, stock }) => ({ product_id: id, name, stock })))
  const full = lines.find(({ after }) => after > maxStock)
  if (full) throw new InvalidForm({ items: `Stok ${full.name} paling banyak ${maxStock.toLocaleString('id-ID')}.` })
  const changed = lines.filter(({ stock, after }) => stock !== after)
  for (const line of changed) await write(tx, by, { ...line, reason }, now)
  const alerts = changed.map((line) => stockNotice(line, line.stock, line.after)).filter((notice) => notice !== null)
  if (alerts.length > 0) await notify(tx, alerts, now)
  if (changed.length > 0) await publishCatalogChange(tx, { stockOf: changed.map(({ id }) => id) })
  return changed.map(({ id, name, stock, after }) => ({ id, name, before: stock, after }))
}

function lock(tx: Tx, ids: readonly string[]): Promise<Locked[]> {
  return tx
    .selectFrom('products')
    .select(['id', 'name', 'stock', 'low_stock_at'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

function newStock({ stock: before }: Locked, { change: added, stock, expected_stock }: Item) {
  if ((added === undefined) === (stock === undefined)) {
    throw new InvalidForm({ items: 'Isi stok baru atau perubahannya, salah satu saja.' })
  }
  const differs = expected_stock !== undefined && expected_stock !== before && stock !== before
  return { after: stock ?? before + (added ?? 0), differs }
}

/** The entry of the audit log has the reason, because the history of the stock is read from it. */
async function write(
  tx: Tx,
  by: Administrator,
  { id, stock, after, reason }: Locked & { after: number; reason: StockReason },
  now: Date,
): Promise<void> {
  await tx.updateTable('products').set({ stock: after, updated_at: now }).where('id', '=', id).execute()
  const changes = [
    { field: 'stock', before: stock, after },
    { field: 'stock_reason', before: null, after: reason },
  ]
  await recordChange(tx, by, { type: 'product', id }, { action: 'changed', changes }, now)
}
