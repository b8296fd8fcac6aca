/** Stock of orders: an order takes it when it is placed and returns it when it is cancelled. */
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/db/db.ts'
import { publishCatalogChange } from './catalog-change.ts'
import { OutOfStock } from './errors.ts'
import { priceAt } from './price-at.ts'
import { isOnSale } from './queries.ts'

export interface StockLine {
  productId: string
  quantity: number
}

/** The columns that an order needs of the products that are still sold, locked by id so that two orders never deadlock. */
export function lockedProducts(tx: Tx, ids: Expression<string[]>, now: Date) {
  return tx
    .selectFrom('products')
    .select(['id', 'name', 'stock', 'low_stock_at', 'image', 'weight', 'packaging'])
    .select(priceAt(now).as('price'))
    .select(['net_weight_grams', 'packing_grams', 'price_steps', 'group_id'])
    .where('id', '=', sql<string>`any(${ids})`)
    .where(isOnSale)
    .orderBy('id')
    .forNoKeyUpdate()
}

export type LockedProduct = Awaited<ReturnType<ReturnType<typeof lockedProducts>['executeTakeFirstOrThrow']>>

/**
 * Call it with the products locked, so that the stock stays as it was read.
 * @throws {OutOfStock} lists every line whose quantity exceeds the stock
 */
export function assertInStock(lines: readonly (StockLine & { name: string; stock: number })[]): void {
  const short = lines.filter(({ quantity, stock }) => quantity > stock)
  if (short.length === 0) return
  throw new OutOfStock(short.map(({ productId, name, stock }) => ({ product_id: productId, name, stock })))
}

/** The input with which `stockMove` takes an order's stock. */
export const takenStock = (orderId: string, lines: readonly StockLine[]): StockMove => ({
  orderId,
  productIds: lines.map(({ productId }) => productId),
  addedQuantities: lines.map(({ quantity }) => -quantity),
})

/** Return stock that an order had taken. The database refuses to return more than that. */
export async function returnStock(tx: Tx, orderId: string, lines: readonly StockLine[]): Promise<void> {
  const ids = lines.map(({ productId }) => productId)
  await sql`select from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  await stockMove({ orderId, productIds: ids, addedQuantities: lines.map(({ quantity }) => quantity) }).execute(tx)
  await publishCatalogChange(tx, { stockOf: ids })
}

export interface StockMove {
  orderId: string
  productIds: string[]
  addedQuantities: number[]
}

/**
 * The statement that moves the stock of an order. The database refuses to take or return it twice, or to take more than the
 * stock. Run it with the products locked, and call `publishCatalogChange`. A trigger writes the stock movement, with the
 * order's id from a setting that ends with the transaction.
 */
export function stockMove({ orderId, productIds, addedQuantities }: StockMove): RawBuilder<unknown> {
  return sql`
    update products set stock = products.stock + line.quantity
    from unnest(${productIds}::uuid[], ${addedQuantities}::int[]) as line (id, quantity),
      (select set_config('camilan.order_id', ${orderId}, true)) as setting (order_id)
    where products.id = line.id and setting.order_id is not null`
}
