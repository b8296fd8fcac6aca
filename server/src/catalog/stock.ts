/** How a sale takes stock and a cancelled one gives it back. */
import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { OutOfStock } from './out-of-stock.ts'

export interface StockLine {
  productId: string
  quantity: number
}

/** The products still sold, locked in id order so that two baskets never wait on each other. */
export function lockProducts(tx: Db, ids: readonly string[]) {
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
 * Is there enough of everything? Ask with the products locked.
 * @throws {OutOfStock} naming every line that is short
 */
export function assertInStock(lines: readonly (StockLine & { name: string; stock: number })[]): void {
  const short = lines.filter(({ quantity, stock }) => quantity > stock)
  if (short.length === 0) return
  throw new OutOfStock(short.map(({ productId, name, stock }) => ({ product_id: productId, name, stock })))
}

/** Take what an order sells. The database refuses to take it twice, or more than there is. */
export async function takeStock(tx: Db, orderId: string, lines: readonly StockLine[]): Promise<void> {
  const taken = lines.map(({ productId, quantity }) => ({ productId, quantity: -quantity }))
  await moveStock(tx, orderId, taken)
}

/** Give back what a cancelled order had taken. The database refuses to do it twice. */
export async function returnStock(tx: Db, orderId: string, lines: readonly StockLine[]): Promise<void> {
  await moveStock(tx, orderId, lines)
}

/** The ledger of stock movements is written by a trigger, which reads from the setting what moved it. */
async function moveStock(tx: Db, orderId: string, lines: readonly StockLine[]): Promise<void> {
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
}
