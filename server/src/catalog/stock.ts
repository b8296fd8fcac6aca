/** How a sale takes stock and a cancelled one gives it back. */
import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
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
 * Take the quantities out of the stock of products that the transaction holds locked.
 * @throws {OutOfStock} naming every line that is short; then nothing may be kept
 */
export async function takeStock(
  tx: Db,
  lines: readonly (StockLine & { name: string; stock: number })[],
): Promise<void> {
  const short = lines.filter(({ quantity, stock }) => quantity > stock)
  if (short.length > 0) {
    throw new OutOfStock(short.map(({ productId, name, stock }) => ({ product_id: productId, name, stock })))
  }
  await addToStock(
    tx,
    lines.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
  )
}

/** Give back what a cancelled order had taken; archived products too, in case they return. */
export async function returnStock(tx: Db, lines: readonly StockLine[]): Promise<void> {
  await addToStock(tx, lines)
}

async function addToStock(tx: Db, lines: readonly StockLine[]): Promise<void> {
  const ids = lines.map(({ productId }) => productId)
  const quantities = lines.map(({ quantity }) => quantity)
  await sql`select from products where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  await sql`
    update products set stock = products.stock + line.quantity
    from unnest(${ids}::uuid[], ${quantities}::int[])
      as line (id, quantity)
    where products.id = line.id`.execute(tx)
}
