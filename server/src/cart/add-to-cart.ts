import type { AddToCart } from '@camilan/contract/cart'
import { UuidPath } from '@camilan/contract/wire'
import { type RawBuilder, sql } from 'kysely'
import { OutOfStock, ProductNotFound } from '../catalog/errors.ts'
import { batched } from '../platform/db/batched.ts'
import type { Db } from '../platform/db/db.ts'
import { isOutcomeUnknown, isSerializationFailure } from '../platform/db/db-failure.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'
import { transact } from '../platform/db/transact.ts'
import { type IdempotencyKey, keyWrite } from '../platform/http/idempotency.ts'
import type { CartRow } from './queries.ts'

/**
 * Put a product into the buyer's cart. If the cart has a line of it already, the quantity is added to that line.
 * @param idempotency  stored in the same statement, which the database refuses when the key exists. Its result is a `StoredLine`
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
  const added = { buyerId, productId: product_id, quantity, now, idempotency }
  const item = await (db.isTransaction ? addAlone(db, added) : (await addTogether(db, added))())
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

/** Without an id where the line would exceed the stock. */
type AddedRow = CartRow | (Omit<CartRow, 'id'> & { id: null })

/** All who share a statement wait while one of its lines is locked, as by an order of the same buyer. */
const mostTogether = 20

/**
 * Additions of several buyers that arrived together are one statement. Where it is refused, as for a key that exists, nothing
 * of it was done, and each is tried alone.
 * @returns for each what to call for its result
 */
const addTogether = batched<Asked, () => Promise<AddedRow | undefined>>(
  async (db, asked) => {
    const alone = (one: Asked) => () => addAlone(db, one)
    // One line of each buyer: a statement can't change a line twice, and an order locks all lines of its buyer in any order.
    const firsts = [...new Map(asked.toReversed().map((one) => [one.buyerId, one])).values()]
    if (firsts.length === 1) return asked.map(alone)
    const rows = await addAll(db, firsts).catch((error: unknown) => {
      if (isOutcomeUnknown(error)) throw error
      return null
    })
    if (rows === null) return asked.map(alone)
    const rowOf = new Map(rows.map(({ buyer_id, ...row }) => [buyer_id, row]))
    const isFirst = new Set(firsts)
    return asked.map((one) => (isFirst.has(one) ? async () => rowOf.get(one.buyerId) : alone(one)))
  },
  { longest: mostTogether },
)

const addAll = (db: Db, asked: readonly Asked[]) =>
  additions(db, {
    buyerIds: asked.map(({ buyerId }) => buyerId),
    productIds: asked.map(({ productId }) => productId),
    quantities: asked.map(({ quantity }) => quantity),
    moments: asked.map(({ now }) => now),
    routes: asked.map(({ idempotency }) => idempotency?.route ?? null),
    keyHashes: asked.map(({ idempotency }) => idempotency?.keyHash ?? null),
    bodyHashes: asked.map(({ idempotency }) => idempotency?.bodyHash ?? null),
  })

const storedLine = (line: string, product: string) => sql`jsonb_build_object('id', ${sql.ref(`${line}.id`)},
  'quantity', ${sql.ref(`${line}.quantity`)},
  'line_price', ${sql.ref(`${line}.quantity`)} * ${sql.ref(`${product}.price`)}::bigint)`

interface Additions {
  buyerIds: string[]
  productIds: string[]
  quantities: number[]
  moments: Date[]
  routes: (string | null)[]
  keyHashes: (Buffer | null)[]
  bodyHashes: (Buffer | null)[]
}

/**
 * `addition` for one line of each buyer. All products are locked, in order of id, before the first line is written, and the
 * lines are written in order of their buyers, so that two of these never deadlock. The lists are subselects so that
 * PostgreSQL plans them without their length: else it would do so each time.
 */
const additions = fixedStatement(
  (_db: Db, { buyerIds, productIds, quantities, moments, routes, keyHashes, bodyHashes }: Additions) => sql<
    AddedRow & { buyer_id: string }
  >`
    with asked as materialized (
      select * from unnest((select ${buyerIds}::uuid[]), (select ${productIds}::uuid[]), (select ${quantities}::numeric[]),
        (select ${moments}::timestamptz[]), (select ${routes}::text[]), (select ${keyHashes}::bytea[]),
        (select ${bodyHashes}::bytea[])) as asked (buyer_id, product_id, quantity, now, route, key_hash, body_hash)
    ),
    product as materialized (
      select id as product_id, name, image, price, stock, weight, packaging
      from products
      where id = any(array(select product_id from asked)) and archived_at is null
        and set_config('synchronous_commit', 'off', true) is not null
      order by id for key share
    ),
    line as (
      insert into cart_items (user_id, product_id, quantity, created_at)
      select buyer_id, product_id, least(quantity, stock), now from asked join product using (product_id) where quantity <= stock
      order by buyer_id
      on conflict (user_id, product_id) do update set quantity = cart_items.quantity + excluded.quantity
        where cart_items.quantity + excluded.quantity <=
          (select stock from product where product.product_id = excluded.product_id)
      returning id, quantity, user_id
    ),
    key as (
      insert into idempotency_keys (user_id, route, key_hash, body_hash, result, created_at)
      select buyer_id, route, key_hash, body_hash, ${storedLine('line', 'product')}, now
      from asked join product using (product_id) join line on line.user_id = asked.buyer_id
      where key_hash is not null
      order by buyer_id
    )
    select asked.buyer_id, line.id, line.quantity, product.*
    from asked join product using (product_id) left join line on line.user_id = asked.buyer_id`,
)

async function addAlone(db: Db, asked: Asked): Promise<AddedRow | undefined> {
  const { idempotency, ...added } = asked
  try {
    const [item] = await (idempotency ? addWithKey(db, { ...added, ...idempotency }) : addWithoutKey(db, added))
    return item
  } catch (error) {
    if (db.isTransaction || !isSerializationFailure(error)) throw error
    return transact(db, (tx) => addAlone(tx, asked)) // which runs it again
  }
}

const addWithoutKey = fixedStatement((_db: Db, added: Added) => addition(added))

const addWithKey = fixedStatement((_db: Db, added: Added & IdempotencyKey) =>
  addition(added, keyWrite(added.buyerId, added, { result: storedLine('item', 'item'), from: sql`item` }, added.now)),
)

/**
 * A locked product can't be deleted before the line is inserted. A quantity may exceed the integers of the column, and
 * PostgreSQL may convert it before it compares it with the stock: hence `least`.
 * The answer does not wait for the disk: a line costs no money, and its buyer sees the cart again before ordering. When
 * PostgreSQL or the machine crashes, the additions of the last 0.6 s may be lost, each together with its key.
 */
function addition({ buyerId, productId, quantity, now }: Added, key?: RawBuilder<unknown>) {
  return sql<AddedRow>`
    with product as (
      select id as product_id, name, image, price, stock, weight, packaging
      from products
      where id = ${productId} and archived_at is null and set_config('synchronous_commit', 'off', true) is not null
      for key share
    ),
    line as (
      insert into cart_items (user_id, product_id, quantity, created_at)
      select ${buyerId}, product_id, least(${quantity}::numeric, stock), ${now}::timestamptz from product where ${quantity}::numeric <= stock
      on conflict (user_id, product_id) do update set quantity = cart_items.quantity + excluded.quantity
        where cart_items.quantity + excluded.quantity <= (select stock from product)
      returning id, quantity
    ),
    item as (select line.*, product.* from line, product)
    ${key ? sql`, key as (${key})` : sql``}
    select line.*, product.* from product left join line on true`
}
