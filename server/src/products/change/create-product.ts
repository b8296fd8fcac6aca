import { randomUUID } from 'node:crypto'
import type { NewProduct } from '@camilan/contract/product-form'
import type { InsertObject } from 'kysely'
import { changedFields } from '../../people/audit/changed-fields.ts'
import { type Administrator, recordChanges } from '../../people/audit/record-change.ts'
import { assertStillAllowed, type Caller } from '../../people/login/guards.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { DB } from '../../platform/db/db-types.ts'
import { transact } from '../../platform/db/transact.ts'
import { type IdempotencyKey, idempotently, storeKey } from '../../platform/http/idempotency.ts'
import { assertKnownCodes } from '../../settings/terms/assert-known-codes.ts'
import { publishCatalogChange, publishMembershipChange } from '../catalog-change.ts'
import { chosenPictures, storeFocus } from '../pictures.ts'
import { auditedFields, auditedOf, type ProductRow, regularColumns } from '../queries.ts'
import { productOf, type StoredProduct, storedProduct } from '../read/present.ts'
import { assertSteps } from './change-product.ts'
import { assertHamper } from './hamper-parts.ts'

interface CreatedProduct {
  form: NewProduct
  /** The hash of a stored picture. */
  image: string | null
}

/** Put a product on sale. With the same idempotency key a second call returns the first product. */
export function addProduct(
  db: Db,
  by: Administrator & Pick<Caller, 'access'>,
  { idempotency, ...product }: CreatedProduct & { idempotency: IdempotencyKey | null },
  now: Date,
): Promise<ProductRow> {
  const add = async (tx: Tx) => {
    if (product.image !== null) await assertStillAllowed(tx, by, now)
    return createProduct(tx, by, product, now)
  }
  return addOnce(db, by, idempotency, add, now)
}

/** With the same idempotency key a second call adds nothing and returns the first product. */
export function addOnce(
  db: Db,
  by: Administrator,
  idempotency: IdempotencyKey | null,
  add: (tx: Tx) => Promise<ProductRow>,
  now: Date,
): Promise<ProductRow> {
  const first = () =>
    transact(db, async (tx) => {
      const created = await add(tx)
      await storeKey(tx, by.id, idempotency, storedProduct(created), now)
      return created
    })
  const again = async (created: StoredProduct) => productOf(created)
  return idempotently(db, by.id, idempotency, { first, again }, now)
}

/** Put a product on sale. A second call creates another product, because names need not be unique. */
export async function createProduct(
  tx: Tx,
  by: Administrator,
  { form: { images, ...form }, image }: CreatedProduct,
  now: Date,
): Promise<ProductRow> {
  await assertHamper(tx, null, form)
  await assertKnownCodes(tx, form)
  assertSteps(form)
  const product = await insertProduct(tx, by, { ...form, ...chosenPictures({ images, image }) }, now)
  await storeFocus(tx, images)
  return product
}

type NewRow = Omit<InsertObject<DB, 'products'>, 'created_at' | 'updated_at'>

export async function insertProduct(tx: Tx, by: Administrator, values: NewRow, now: Date): Promise<ProductRow> {
  const [product] = await insertProducts(tx, by, [values], now)
  return product as ProductRow
}

/** In the order of the values. */
export async function insertProducts(
  tx: Tx,
  by: Administrator,
  values: readonly NewRow[],
  now: Date,
): Promise<ProductRow[]> {
  const rows = values.map((row) => ({ id: randomUUID(), ...row, created_at: now, updated_at: now }))
  const inserted = await tx.insertInto('products').values(rows).returning(regularColumns(now)).execute()
  const byId = new Map(inserted.map((row) => [row.id, row]))
  const products = rows.flatMap(({ id }) => byId.get(String(id)) ?? [])
  const entries = products.map((product) => ({
    type: 'product' as const,
    id: product.id,
    action: 'created' as const,
    changes: changedFields(auditedFields, null, auditedOf(product)),
  }))
  await recordChanges(tx, by, entries, now)
  await publishMembershipChange(tx)
  const [only] = products
  await publishCatalogChange(tx, products.length === 1 && only ? { product: only.id } : undefined)
  return products
}
