/** Batches, as administrators make, change and remove them. */
import type { BatchForm } from '@camilan/contract/batches'
import { sql } from 'kysely'
import type { Sender } from '../../mail/mail-content.ts'
import { recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import type { Account } from '../../people/login/guards.ts'
import { isForeignKeyViolation } from '../../platform/db/connections/db-failure.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm, NotFound, ShopError } from '../../platform/errors.ts'
import { publishCatalogChange } from '../../products/catalog-change.ts'
import { moveOrders } from './move-orders.ts'

/** Orders have it. */
class BatchInUse extends ShopError<'BATCH_IN_USE'> {
  constructor() {
    super('BATCH_IN_USE')
  }
}

/** @throws {InvalidForm} a product is unknown */
export const addBatch = (db: Db, by: Account, { products, ...batch }: BatchForm, now: Date): Promise<string> =>
  transact(db, async (tx) => {
    const values = tx.insertInto('batches').values({ ...batch, created_at: now })
    const { id } = await values.returning('id').executeTakeFirstOrThrow()
    await writeQuotas(tx, id, products)
    await record(tx, by, { before: null, after: batch.name }, now)
    await publishCatalogChange(tx)
    return id
  }).catch(asFormError)

/**
 * Its orders keep what they have. Those that are not sent yet follow the day of handing over, and their buyers are told.
 * @throws {NotFound} there is none
 * @throws {InvalidForm} a product is unknown, or would leave the batch though orders have it
 */
export const changeBatch = (
  { db, sender }: { db: Db; sender: Sender },
  by: Account,
  { id, form: { products, ...batch } }: { id: string; form: BatchForm },
  now: Date,
): Promise<void> =>
  transact(db, async (tx) => {
    // Before its orders: whoever holds one of them asks for no batch.
    const batches = tx.selectFrom('batches').select(['name', 'handed_over_on']).where('id', '=', id)
    const before = await batches.forNoKeyUpdate().executeTakeFirst()
    if (!before) throw new NotFound()
    await tx.updateTable('batches').set(batch).where('id', '=', id).execute()
    await assertKept(tx, id, products)
    await tx.deleteFrom('batch_products').where('batch_id', '=', id).execute()
    await writeQuotas(tx, id, products)
    if (batch.handed_over_on !== before.handed_over_on) {
      await moveOrders(tx, sender, { batchId: id, batchName: batch.name }, now)
    }
    await record(tx, by, { before: before.name, after: batch.name }, now)
    await publishCatalogChange(tx)
  }).catch(asFormError)

/** The lines of carts become those of a product that is not sold. @throws {NotFound} | {BatchInUse} orders have it */
export const removeBatch = (db: Db, by: Account, { id }: { id: string }, now: Date): Promise<void> =>
  transact(db, async (tx) => {
    await sql`
      update cart_items set product_id = null, batch_id = null, left_name = products.name
      from products where batch_id = ${id} and products.id = product_id`.execute(tx)
    const removed = await tx.deleteFrom('batches').where('id', '=', id).returning('name').executeTakeFirst()
    if (!removed) throw new NotFound()
    await record(tx, by, { before: removed.name, after: null }, now)
    await publishCatalogChange(tx)
  }).catch((error) => {
    throw isForeignKeyViolation(error) ? new BatchInUse() : error
  })

async function writeQuotas(tx: Tx, id: string, products: BatchForm['products']): Promise<void> {
  const rows = new Map(products.map(({ product_id, quota }) => [product_id, { batch_id: id, product_id, quota }]))
  await tx
    .insertInto('batch_products')
    .values([...rows.values()])
    .execute()
}

async function assertKept(tx: Tx, id: string, products: BatchForm['products']): Promise<void> {
  const kept = products.map(({ product_id }) => product_id)
  const ordered = tx.selectFrom('order_items').select('name').where('batch_id', '=', id)
  const missing = await ordered.where('product_id', 'not in', kept).limit(1).executeTakeFirst()
  if (missing) {
    throw new InvalidForm({
      products: `${missing.name} sudah ada pesanannya. Untuk menghentikan penjualannya, isi kuota 0.`,
    })
  }
}

const record = (tx: Tx, by: Account, change: { before: string | null; after: string | null }, now: Date) =>
  recordChange(tx, by, settingsSubject, { action: 'changed', changes: [{ field: 'batches', ...change }] }, now)

function asFormError(error: unknown): never {
  if (isForeignKeyViolation(error)) throw new InvalidForm({ products: 'Produk tidak dikenal.' })
  throw error
}
