import type { AddToCart } from '@camilan/contract/cart'
import { type Expression, sql } from 'kysely'
import { batched } from '../../platform/db/batched.ts'
import type { Db } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { batchOfLine } from '../../products/batches.ts'
import { priceAt, promotionAt } from '../../products/price-at.ts'
import { isOnSale, stockOf } from '../../products/queries.ts'
import { isRunning } from '../running-discounts.ts'

export type CartRow = NonNullable<Awaited<ReturnType<typeof findCartItem>>>

interface CartContents {
  /** The lines whose products are sold. */
  items: CartRow[]
  /** The lines whose products were deleted or hidden since. */
  unavailable: Pick<CartRow, 'id' | 'name'>[]
  /** An automatic discount runs. */
  hasDiscounts: boolean
}

/** A buyer's cart, the oldest line first. */
export const cartOf = batched<{ buyerId: string; now: Date }, CartContents>(async (db, asked) => {
  const buyerIds = asked.map(({ buyerId }) => buyerId)
  const now = asked[0]?.now ?? new Date(0)
  const rows = await linesOfBuyers(db, { buyerIds, part: null, now })
  const byBuyer = Map.groupBy(rows, ({ user_id }) => user_id)
  return buyerIds.map((id) => {
    const lines = byBuyer.get(id) ?? []
    const { sold = [], left = [] } = Object.groupBy(lines, ({ isSold }) => (isSold ? 'sold' : 'left'))
    return {
      items: sold as CartRow[],
      unavailable: left.map(({ id, name, left_name }) => ({ id, name: name ?? left_name ?? '' })),
      hasDiscounts: lines.some(({ hasDiscounts }) => hasDiscounts),
    }
  })
})

/** The name of the lines without a batch, as a part of the cart. */
const stockPart = 'stock'

/** The lines whose products are sold, to price them. @param part  as in `PlaceOrder` */
export const cartLinesOf = async (
  db: Db,
  { buyerId, part = null }: { buyerId: string; part?: string | null | undefined },
  now: Date,
) =>
  (await linesOfBuyers(db, { buyerIds: [buyerId], part, now }))
    .filter(({ isSold }) => isSold)
    .map((line) => ({ ...(line as CartRow), productId: line.product_id as string, batchId: line.batch?.id ?? null }))

/** Whether an order of the part has a line. @param part  as in `PlaceOrder` */
export const isInPart = (part: string | null) =>
  sql<boolean>`coalesce(cart_items.batch_id::text, ${stockPart}) = coalesce(${part}::text, cart_items.batch_id::text, ${stockPart})`

interface Lines {
  buyerIds: readonly string[]
  part: string | null
  now: Date
}

/** Only the lines that it reads count together for the buyer's own price. */
const linesOfBuyers = fixedStatement((db: Db, { buyerIds, part, now }: Lines) =>
  db
    .selectFrom('cart_items')
    .leftJoin('products', 'products.id', 'cart_items.product_id')
    .select(['cart_items.id', 'cart_items.quantity', 'cart_items.user_id', 'cart_items.left_name', ...productColumns])
    .select(askedColumns(now))
    .select(ownPrice(sql.ref('cart_items.user_id'), ofProduct, now).as('own_price'))
    .select([isOnSale.as('isSold'), lineBatch.as('batch'), lineTogether.as('together')])
    .select(
      sql<boolean>`exists (select from discounts where source = 'automatic' and ${isRunning(now)})`.as('hasDiscounts'),
    )
    .where('cart_items.user_id', '=', sql<string>`any(${buyerIds}::uuid[])`)
    .where(isInPart(part))
    .orderBy('cart_items.created_at')
    .orderBy('cart_items.id'),
)

/** Of PostgreSQL. */
const maxInteger = 2 ** 31 - 1

/** All pieces of a line's product in the lines that a statement reads, by which price lists count. */
export const piecesOfProduct = (lines: Expression<unknown>, ...by: Expression<unknown>[]) =>
  sql<number>`least(sum(${lines}.quantity) over (partition by ${sql.join(by)}), ${sql.lit(maxInteger)})::integer`
const ofProduct = piecesOfProduct(
  sql.ref('cart_items'),
  sql.ref('cart_items.user_id'),
  sql.ref('cart_items.product_id'),
)

/** The pieces of the same product in other lines of the cart than that of the stock or the batch. */
export const besides = (buyerId: Expression<unknown>, batchId: Expression<unknown>) => sql<number>`(
  select coalesce(sum(same.quantity), 0)::int from cart_items as same
  where same.user_id = ${buyerId} and same.product_id = products.id and same.batch_id is distinct from ${batchId})`

/**
 * Undefined if the line is not in this buyer's cart, or its product is no longer sold.
 * @param quantity  for which the buyer's own price is asked. Missing: that of the line
 */
export function findCartItem(
  db: Db,
  { buyerId, id, quantity }: { buyerId: string; id: string; quantity?: number },
  now: Date,
) {
  const others = besides(sql.ref('cart_items.user_id'), sql.ref('cart_items.batch_id'))
  const asked = quantity === undefined ? sql.ref('cart_items.quantity') : sql`${quantity}::numeric`
  const pieces = sql`least(${asked} + ${others}, ${maxInteger})::integer`
  return db
    .selectFrom('cart_items')
    .innerJoin('products', 'products.id', 'cart_items.product_id')
    .select(['cart_items.id', 'cart_items.quantity', ...productColumns])
    .select([lineBatch.as('batch'), lineTogether.as('together')])
    .select(askedColumns(now))
    .select(ownPrice(sql.ref('cart_items.user_id'), pieces, now).as('own_price'))
    .where(isOnSale)
    .where('cart_items.user_id', '=', buyerId)
    .where('cart_items.id', '=', id)
    .executeTakeFirst()
}

const askedColumns = (now: Date) => [priceAt(now).as('price'), promotionAt(now).as('promotion')] as const

/**
 * The pieces that count with a line of `products` for the steps of its price: its own, those of the other sizes, and those of the
 * same product from the stock or in other batches.
 */
export const together = (
  buyerId: Expression<unknown>,
  quantity: Expression<unknown>,
  batchId: Expression<unknown>,
) => sql<number>`
  case when products.price_steps is null then ${quantity} else ${quantity} + (
    select coalesce(sum(other_line.quantity), 0)::int from cart_items as other_line
      join products as other on other.id = other_line.product_id and other.archived_at is null and other.is_visible
    where other_line.user_id = ${buyerId} and (other.group_id = products.group_id or other.id = products.id)
      and (other.id <> products.id or other_line.batch_id is distinct from ${batchId})
  ) end`

/** What a piece of `products` costs this buyer alone with so many pieces; null: what everybody pays. */
const ownPrice = (buyerId: Expression<unknown>, quantity: Expression<unknown>, now: Date) =>
  sql<number | null>`customer_price(${buyerId}, null, products.id, ${priceAt(now)}, ${quantity})`

const lineTogether = together(
  sql.ref('cart_items.user_id'),
  sql.ref('cart_items.quantity'),
  sql.ref('cart_items.batch_id'),
)
const lineBatch = batchOfLine(sql.ref('cart_items.batch_id'), sql.ref('cart_items.product_id'))

const productColumns = [
  'products.id as product_id',
  'products.name',
  'products.image',
  'products.price_steps',
  'products.group_id',
  stockOf().as('stock'),
  'products.weight',
  'products.net_weight_grams',
  'products.packing_grams',
  'products.packaging',
] as const

/** The part of a line that is stored with the key of its addition. */
export interface StoredLine {
  id: string
  quantity: number
  /** The quantity times the price of one at that moment, in whole rupiah. */
  line_price: number
  price_steps?: string | null
  own_price?: number | null
  together?: number
}

/**
 * A line as it was added, with its product as it is now. The line itself may be gone. Undefined if the product is deleted.
 */
export async function addedLine(
  db: Db,
  { product_id, batch_id = null }: AddToCart,
  { id, quantity, line_price, price_steps = null, own_price = null, together: counted = quantity }: StoredLine,
  now: Date,
): Promise<CartRow | undefined> {
  const batch = batchOfLine(sql`${batch_id}::uuid`, sql.ref('products.id'))
  const products = db.selectFrom('products').select(productColumns)
  const product = await products
    .select([promotionAt(now).as('promotion'), batch.as('batch')])
    .where('id', '=', product_id)
    .executeTakeFirst()
  const price = line_price / quantity
  return product && { ...product, id, quantity, price, price_steps, own_price, together: counted }
}
