import { maxStock } from '@camilan/contract/catalog'
import { declarationOf } from '@camilan/contract/food-facts'
import { declarationText } from '@camilan/contract/food-form'
import type { StockReason } from '@camilan/contract/many-products'
import { stepsOf, stepsProblem } from '@camilan/contract/price-steps'
import type { ProductChange } from '@camilan/contract/product-form'
import { changedFields } from '../../people/audit/changed-fields.ts'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import { type Account, assertStillAllowed, type Caller } from '../../people/login/guards.ts'
import { notify } from '../../people/notifications/notify.ts'
import { NotAllowed } from '../../people/users/errors.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { type IdempotencyKey, idempotently, storeKey } from '../../platform/http/idempotency.ts'
import { assertKnownCodes } from '../../settings/terms/assert-known-codes.ts'
import { publishCatalogChange, publishMembershipChange } from '../catalog-change.ts'
import { ProductChanged, ProductNotFound, StockTooLow } from '../errors.ts'
import { chosenPictures, storeFocus } from '../pictures.ts'
import { endLastingPrice } from '../price-at.ts'
import { auditedFields, auditedOf, type ProductRow, regularColumns, searchedFields } from '../queries.ts'
import { productOf, type StoredProduct, storedProduct, versionOf } from '../read/present.ts'
import { stockNotice } from '../stock-alert.ts'
import { assertHamper } from './hamper-parts.ts'

interface ChangedProduct {
  id: string
  form: ProductChange
  /** The hash of a new first picture; undefined keeps the old one. */
  image: string | undefined
  /** Why its stock changes. The history of the stock is read from the audit entry. */
  stock_reason?: StockReason | undefined
  idempotency?: IdempotencyKey | null
}

const stockFields: ReadonlySet<string> = new Set(['stock', 'stock_change', 'expected_stock'])

/** @throws {NotAllowed} a member of staff changes more than the stock */
export function assertMayChange({ role }: Pick<Account, 'role'>, form: ProductChange): void {
  const asked = Object.entries(form).filter(([, value]) => value !== undefined)
  if (role !== 'admin' && !asked.every(([field]) => stockFields.has(field))) throw new NotAllowed()
}

/**
 * Change the fields that the form has and keep the others. `stock` is the new absolute number, `stock_change` is added to
 * the present stock. Without both the stock stays as concurrent sales have left it. The administrators are notified of
 * stock that becomes low or runs out. With the same idempotency key a second call changes nothing.
 * @throws {ProductNotFound} unknown or archived
 * @throws {ProductChanged} the stock, the price or the version is not that which the form expected; nothing is changed
 * @throws {InvalidForm} the steps of its price do not fit it
 * @throws {StockTooLow} `stock_change` would take more than the stock; nothing is changed
 */
export function changeProduct(
  db: Db,
  by: Administrator & Pick<Caller, 'access'>,
  { idempotency = null, ...product }: ChangedProduct,
  now: Date,
): Promise<ProductRow> {
  const first = () =>
    transact(db, async (tx) => {
      if (product.image !== undefined) await assertStillAllowed(tx, by, now)
      const changed = await changeInTransaction(tx, by, product, now)
      await storeKey(tx, by.id, idempotency, storedProduct(changed), now)
      return changed
    })
  const again = async (changed: StoredProduct) => productOf(changed)
  return idempotently(db, by.id, idempotency, { first, again }, now)
}

/** The same without an idempotency key. */
export async function changeInTransaction(
  tx: Tx,
  by: Administrator,
  { id, form, image, stock_reason }: Omit<ChangedProduct, 'idempotency'>,
  now: Date,
): Promise<ProductRow> {
  const { expected_stock: _, expected_price: __, stock_change: ___, version: ____, images, price, ...fields } = form
  // Locked, so that no sale takes stock between the comparisons and the update.
  const before = await tx
    .selectFrom('products')
    .select(regularColumns(now))
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw new ProductNotFound()
  assertAsExpected(before, form)
  const isOtherPrice = price !== undefined && price !== before.price
  const { price_steps = before.price_steps } = form
  if (isOtherPrice || price_steps !== before.price_steps) assertSteps({ price: price ?? before.price, price_steps })
  await assertHamper(tx, before, form)
  await assertKnownCodes(tx, form)
  const stock = newStock(before, form)
  if (isOtherPrice) await endLastingPrice(tx, id, now)
  const after = await tx
    .updateTable('products')
    .set({
      ...fields,
      // A planned price that is shown stays a planned one.
      ...(isOtherPrice && { price }),
      ...endedDeclaration(before, form),
      ...(stock !== undefined && { stock }),
      ...chosenPictures({ images, image }, before),
      updated_at: now,
    })
    .where('id', '=', id)
    .returning(regularColumns(now))
    .executeTakeFirstOrThrow()
  const changes = changedFields(auditedFields, auditedOf(before), auditedOf(after))
  if (stock_reason && before.stock !== after.stock) {
    changes.push({ field: 'stock_reason', before: null, after: stock_reason })
  }
  if (changes.length > 0) {
    await recordChange(tx, by, { type: 'product', id: after.id }, { action: 'changed', changes }, now)
  }
  await storeFocus(tx, images)
  const alert = stockNotice(after, before.stock, after.stock)
  if (alert) await notify(tx, [alert], now)
  if (searchedFields.some((field) => before[field] !== after[field])) await publishMembershipChange(tx)
  await publishCatalogChange(tx, { product: id })
  return after
}

/** @throws {InvalidForm} a step of the price is not below the price of one */
export function assertSteps({ price, price_steps }: { price: number; price_steps?: string | null | undefined }): void {
  const problem = stepsProblem(stepsOf(price_steps), price)
  if (problem) throw new InvalidForm({ price_steps: problem })
}

/** Other ingredients end the mark of a complete declaration, unless the form declares the allergens anew. */
export function endedDeclaration({ ingredients, allergens }: ProductRow, form: ProductChange) {
  const isOther = form.ingredients !== undefined && form.ingredients !== ingredients
  if (!isOther || form.allergens !== undefined || allergens === null) return {}
  return { allergens: declarationText({ ...declarationOf(allergens), complete: false }) }
}

/** A number that already equals the form's new one is no conflict: another device, or this form before, has written it. */
function assertAsExpected(current: ProductRow, form: ProductChange): void {
  const differs = (expected: number | undefined, field: 'stock' | 'price') =>
    expected !== undefined && expected !== current[field] && form[field] !== current[field]
  const stock = differs(form.expected_stock, 'stock') && { stock: current.stock }
  const price = differs(form.expected_price, 'price') && { price: current.price }
  const version = form.version !== undefined && { version: versionOf(current) }
  // What the form would replace.
  const present =
    version && Object.fromEntries(auditedFields.filter((name) => name in form).map((name) => [name, current[name]]))
  if (stock || price || (version && version.version !== form.version)) {
    throw new ProductChanged({ ...stock, ...price }, version && { ...present, ...version })
  }
}

function newStock(current: ProductRow, { stock, stock_change }: ProductChange): number | undefined {
  if (stock_change === undefined) return stock
  if (stock !== undefined) throw new InvalidForm({ stock_change: 'Isi stok baru atau perubahannya, jangan keduanya.' })
  const changed = current.stock + stock_change
  if (changed < 0) throw new StockTooLow(current, -stock_change)
  if (changed > maxStock) {
    throw new InvalidForm({ stock_change: `Stok paling banyak ${maxStock.toLocaleString('id-ID')}.` })
  }
  return changed
}
