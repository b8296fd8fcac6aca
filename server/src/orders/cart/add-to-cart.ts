import type { AddToCart } from '@camilan/contract/cart'
import type { ProductBatch } from '@camilan/contract/catalog'
import { UuidPath } from '@camilan/contract/wire'
import { type RawBuilder, sql } from 'kysely'
import { isSerializationFailure } from '../../platform/db/connections/db-failure.ts'
import type { Db } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { transact } from '../../platform/db/transact.ts'
import { type IdempotencyKey, keyWrite } from '../../platform/http/idempotency.ts'
import { BatchUnavailable, batchOfLine } from '../../products/batches.ts'
import { OutOfStock, ProductNotFound } from '../../products/errors.ts'
import { priceAt, promotionAt } from '../../products/price-at.ts'
import { isOnSale, stockOf } from '../../products/queries.ts'
import { besides, type CartRow, together } from './queries.ts'

/**
 * Put a product into the buyer's cart. If the cart already has a line of it, the quantity is added to that line.
 * @param idempotency  stored in the same statement, which the database refuses if the key exists. Its result is a
 *   `StoredLine`
 * @throws {ProductNotFound} unknown, no longer sold, or a malformed id
 * @throws {OutOfStock} the line would exceed the stock
 * @throws {BatchUnavailable} the batch is closed, or the line would exceed what is left of its quota
 */
export async function addToCart(
  db: Db,
  buyerId: string,
  { product_id, batch_id = null, quantity, idempotency }: AddToCart & { idempotency: IdempotencyKey | null },
  now: Date,
): Promise<CartRow> {
  for (const id of [product_id, ...(batch_id === null ? [] : [batch_id])]) {
    if (!UuidPath.safeParse({ id }).success) throw new ProductNotFound()
  }
  const item = await add(db, { buyerId, productId: product_id, batchId: batch_id, quantity, now, idempotency })
  if (!item || (batch_id !== null && !item.batch)) throw new ProductNotFound()
  if (item.id !== null) return item
  throw item.batch
    ? new BatchUnavailable([unavailableIn(item.batch, item)], now)
    : new OutOfStock([{ product_id, name: item.name, stock: item.stock }])
}

export const unavailableIn = (batch: ProductBatch, { product_id, name }: Pick<CartRow, 'product_id' | 'name'>) => ({
  ...batch,
  batchName: batch.name,
  productId: product_id,
  productName: name,
})

interface Added {
  buyerId: string
  productId: string
  /** Null: from the stock. */
  batchId: string | null
  quantity: number
  now: Date
}

interface Asked extends Added {
  idempotency: IdempotencyKey | null
}

/** The id is missing if the line would exceed what is left. */
type AddedRow = CartRow | (Omit<CartRow, 'id'> & { id: null })

async function add(db: Db, asked: Asked): Promise<AddedRow | undefined> {
  const { idempotency, ...added } = asked
  const { withKey, withoutKey } = asked.batchId === null ? toStockLine : toBatchLine
  try {
    const [item] = await (idempotency ? withKey(db, { ...added, ...idempotency }) : withoutKey(db, added))
    return item
  } catch (error) {
    if (db.isTransaction || !isSerializationFailure(error)) throw error
    return transact(db, (tx) => add(tx, asked)) // which runs it again
  }
}

const storedLine = sql`jsonb_build_object('id', id, 'quantity', quantity, 'line_price', quantity * price::bigint,
  'price_steps', price_steps, 'own_price', own_price, 'together', together)`

const additions = (kind: 'stock' | 'batch') => ({
  withoutKey: fixedStatement((_db: Db, added: Added) => addition(kind, added)),
  withKey: fixedStatement((_db: Db, added: Added & IdempotencyKey) =>
    addition(kind, added, keyWrite(added.buyerId, added, { result: storedLine, from: sql`item` }, added.now)),
  ),
})
const toStockLine = additions('stock')
const toBatchLine = additions('batch')

/** What a line of each kind may have at most, and which lines of the cart are the same. */
const kinds = {
  stock: { most: sql`stock`, same: sql`(user_id, product_id) where batch_id is null` },
  batch: { most: sql`(batch ->> 'left')::int`, same: sql`(user_id, product_id, batch_id) where batch_id is not null` },
}

/**
 * A locked product can't be deleted before the line is inserted. A quantity may exceed the integers of the column, and
 * PostgreSQL may convert it before it compares it with the stock, so `least` limits it. The commit does not wait for the
 * disk: a line costs no money, and its buyer sees the cart again before ordering. A crash of PostgreSQL or the machine may
 * lose the additions of the last 0.6 s, each together with its key.
 */
function addition(
  kind: keyof typeof kinds,
  { buyerId, productId, batchId, quantity, now }: Added,
  key?: RawBuilder<unknown>,
) {
  const { most, same } = kinds[kind]
  const batch = kind === 'stock' ? sql`null::jsonb` : batchOfLine(sql`${batchId}::uuid`, sql.ref('products.id'))
  const own = sql`customer_price(${buyerId}::uuid, null, product_id, price, quantity + besides)`
  return sql<AddedRow>`
    with product as (
      select id as product_id, name, image, ${priceAt(now)} as price, ${promotionAt(now)} as promotion, price_steps, group_id, ${stockOf()} as stock, weight, packaging,
        ${batch} as batch, ${together(sql`${buyerId}`, sql`0`, sql`${batchId}::uuid`)} as others,
        ${besides(sql`${buyerId}`, sql`${batchId}::uuid`)} as besides
      from products
      where id = ${productId} and ${isOnSale} and set_config('synchronous_commit', 'off', true) is not null
      for key share
    ),
    line as (
      insert into cart_items (user_id, product_id, batch_id, quantity, created_at)
      select ${buyerId}, product_id, (batch ->> 'id')::uuid, least(${quantity}::numeric, ${most}), ${now}::timestamptz from product
      where ${quantity}::numeric <= ${most} and coalesce(batch ->> 'order_until' >= jakarta_day(${now})::text, true)
      on conflict ${same} do update set quantity = cart_items.quantity + excluded.quantity
        where cart_items.quantity + excluded.quantity <= (select ${most} from product)
      returning id, quantity
    ),
    item as (select line.*, product.*, quantity + others as together, ${own} as own_price from line, product)
    ${key ? sql`, key as (${key})` : sql``}
    select line.*, product.*, quantity + others as together, ${own} as own_price from product left join line on true`
}
