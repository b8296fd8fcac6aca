/** Stock of orders: an order takes it when it is placed and returns it when it is cancelled. */
import { sql } from 'kysely'
import type { Tx } from '../platform/db/db.ts'
import { publishCatalogChange } from './catalog-change.ts'
import { OutOfStock } from './errors.ts'

export interface StockLine {
  productId: string
  quantity: number
}

/** The products that are still sold, locked in order of id so that two orders never deadlock. */
export function lockProducts(tx: Tx, ids: readonly string[]) {
  return tx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Call it with the products locked, so that the stock stays as it was read.
 * @throws {OutOfStock} lists every line whose quantity exceeds the stock
 */
export function assertInStock(lines: readonly (StockLine & { name: string; stock: number })[]): void {
  const short = lines.filter(({ quantity, stock }) => quantity > stock)
  if (short.length === 0) return
  throw new OutOfStock(short.map(({ productId, name, stock }) => ({ product_id: productId, name, stock })))
}

/** Take the stock of an order. The database refuses to take it twice, or to take more than the stock. */
export async function takeStock(tx: Tx, orderId: string, lines: readonly StockLine[]): Promise<void> {
  const taken = lines.map(({ productId, quantity }) => ({ productId, quantity: -quantity }))
  await moveStock(tx, orderId, taken)
}

/** Return the stock that a cancelled order had taken. The database refuses to return it twice. */
export async function returnStock(tx: Tx, orderId: string, lines: readonly StockLine[]): Promise<void> {
  await moveStock(tx, orderId, lines)
}

/** A trigger writes the stock movement; it reads the order's id from the setting. */
async function moveStock(tx: Tx, orderId: string, lines: readonly StockLine[]): Promise<void> {
  const ids = lines.map(({ productId }) => productId)
  const quantities = lines.map(({ quantity }) => quantity)
  await sql`select from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  await sql`select set_config('camilan.order_id', ${orderId}, true)`.execute(tx)
  await sql`
    update products set stock = products.stock + line.quantity
    from unnest(${ids}::uuid[], ${quantities}::int[])
      as line (id, quantity)
    where products.id = line.id`.execute(tx)
  await sql`select set_config('camilan.order_id', '', true)`.execute(tx)
  await publishCatalogChange(tx, { stockOf: ids })
}
