import type { AddToCart } from '@camilan/contract/cart'
import { UuidPath } from '@camilan/contract/wire'
import { type RawBuilder, sql } from 'kysely'
import { isSerializationFailure } from '../../platform/db/connections/db-failure.ts'
import type { Db } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { transact } from '../../platform/db/transact.ts'
import { type IdempotencyKey, keyWrite } from '../../platform/http/idempotency.ts'
import { OutOfStock, ProductNotFound } from '../../products/errors.ts'
import { priceAt, promotionAt } from '../../products/price-at.ts'
import { isOnSale, stockOf } from '../../products/queries.ts'
import { type CartRow, together } from './queries.ts'

/**
 * Put a product into the buyer's cart. If the cart already has a line of it, the quantity is added to that line.
 * @param idempotency  stored in the same statement, which the database refuses if the key exists. Its result is a
 *   `StoredLine`
 * @throws {ProductNotFound} unknown, no longer sold, or a malformed id
 * @throws {OutOfStock} the line would exceed the stock
 */
export async function addToCart(
  db: Db,
  buyerId: string,
  { product_id, quantity, idempotency }: AddToCart & { idempotency: IdempotencyKey | null },
  now: Date,
): Promise<CartRow> {
  if (!UuidPath.safeParse({ id: product_id }).success) throw new ProductNotFound()
  const item = await add(db, { buyerId, productId: product_id, quantity, now, idempotency })
  if (!item) throw new ProductNotFound()
  if (item.id === null) throw new OutOfStock([{ product_id, name: item.name, stock: item.stock }])
  return item
}

interface Added {
  buyerId: string
  productId: string
  quantity: number
  now: Date
}

interface Asked extends Added {
  idempotency: IdempotencyKey | null
}

/** The id is missing if the line would exceed the stock. */
type AddedRow = CartRow | (Omit<CartRow, 'id'> & { id: null })

async function add(db: Db, asked: Asked): Promise<AddedRow | undefined> {
  const { idempotency, ...added } = asked
  try {
    const [item] = await (idempotency ? addWithKey(db, { ...added, ...idempotency }) : addWithoutKey(db, added))
    return item
  } catch (error) {
    if (db.isTransaction || !isSerializationFailure(error)) throw error
    return transact(db, (tx) => add(tx, asked)) // which runs it again
  }
}

const addWithoutKey = fixedStatement((_db: Db, added: Added) => addition(added))

const storedLine = sql`jsonb_build_object('id', id, 'quantity', quantity, 'line_price', quantity * price::bigint,
  'price_steps', price_steps, 'own_price', own_price, 'together', together)`

const addWithKey = fixedStatement((_db: Db, added: Added & IdempotencyKey) =>
  addition(added, keyWrite(added.buyerId, added, { result: storedLine, from: sql`item` }, added.now)),
)

/**
 * A locked product can't be deleted before the line is inserted. A quantity may exceed the integers of the column, and
 * PostgreSQL may convert it before it compares it with the stock, so `least` limits it. The commit does not wait for the
 * disk: a line costs no money, and its buyer sees the cart again before ordering. A crash of PostgreSQL or the machine may
 * lose the additions of the last 0.6 s, each together with its key.
 */
function addition({ buyerId, productId, quantity, now }: Added, key?: RawBuilder<unknown>) {
  const own = sql`customer_price(${buyerId}::uuid, null, product_id, price, quantity)`
  return sql<AddedRow>`
    with product as (
      select id as product_id, name, image, ${priceAt(now)} as price, ${promotionAt(now)} as promotion, price_steps, group_id, ${stockOf()} as stock, weight, packaging,
        ${together(sql`${buyerId}`, sql`0`)} as others
      from products
      where id = ${productId} and ${isOnSale} and set_config('synchronous_commit', 'off', true) is not null
      for key share
    ),
    line as (
      insert into cart_items (user_id, product_id, quantity, created_at)
      select ${buyerId}, product_id, least(${quantity}::numeric, stock), ${now}::timestamptz from product where ${quantity}::numeric <= stock
      on conflict (user_id, product_id) do update set quantity = cart_items.quantity + excluded.quantity
        where cart_items.quantity + excluded.quantity <= (select stock from product)
      returning id, quantity
    ),
    item as (select line.*, product.*, quantity + others as together, ${own} as own_price from line, product)
    ${key ? sql`, key as (${key})` : sql``}
    select line.*, product.*, quantity + others as together, ${own} as own_price from product left join line on true`
}
