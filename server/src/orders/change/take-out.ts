import type { OrderLowering } from '@camilan/contract/order-changes'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { returnStock, type StockLine } from '../../products/stock.ts'
import { TakenOutBefore } from '../errors.ts'

interface TakingOut {
  orderId: string
  /** What remains of some of its lines. The others stay. */
  remaining: OrderLowering['items']
  returnsStock: boolean
}

/** What of an order's line was taken out now. */
export interface TakenLine {
  productId: string
  name: string
  quantity: number
  /** Together with what was taken out before, as `1 dari 3 Nastar`. */
  sentence: string
}

/**
 * Take pieces out of a locked order. Its items stay as ordered, with the pieces that it does not send.
 * @returns nothing for lines that have this quantity already
 * @throws {InvalidForm} the order lacks a product, or nothing of it would remain: it can be cancelled
 * @throws {TakenOutBefore} more would remain than there is
 */
export async function takeOut(tx: Tx, { orderId, remaining, returnsStock }: TakingOut): Promise<TakenLine[]> {
  const items = await tx
    .selectFrom('order_items')
    .select(['product_id', 'name', 'quantity', 'taken_quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const wanted = new Map(remaining.map(({ product_id, quantity }) => [product_id, quantity]))
  const known = items.filter(({ product_id }) => wanted.has(product_id))
  if (known.length < wanted.size) throw new InvalidForm({ items: 'Produk ini tidak ada di pesanan.' })
  const lines = known.flatMap(({ product_id: productId, name, quantity: ordered, taken_quantity: before }) => {
    const left = ordered - before
    const taken = ordered - (wanted.get(productId) ?? left)
    const quantity = taken - before
    if (quantity < 0) throw new TakenOutBefore(name, left)
    return quantity === 0 ? [] : [{ productId, name, quantity, sentence: `${taken} dari ${ordered} ${name}` }]
  })
  const left = items.reduce((sum, { quantity, taken_quantity }) => sum + quantity - taken_quantity, 0)
  if (lines.length > 0 && lines.reduce((sum, { quantity }) => sum + quantity, 0) === left) {
    throw new InvalidForm({ items: 'Tidak ada yang tersisa. Untuk mengeluarkan semuanya, batalkan pesanan ini.' })
  }
  await sql`
    update order_items set taken_quantity = taken_quantity + line.quantity,
      returned_quantity = returned_quantity + case when ${returnsStock} then line.quantity else 0 end
    from unnest(${lines.map(({ productId }) => productId)}::uuid[], ${lines.map(({ quantity }) => quantity)}::int[])
      as line (product_id, quantity)
    where order_id = ${orderId} and order_items.product_id = line.product_id`.execute(tx)
  if (returnsStock) await returnStock(tx, orderId, await goodsOf(tx, orderId, lines))
  return lines
}

/** Of a hamper its parts, and each product once. */
async function goodsOf(tx: Tx, orderId: string, lines: readonly TakenLine[]): Promise<StockLine[]> {
  const { rows } = await sql<StockLine>`
    select coalesce(part.product_id, line.product_id) as "productId",
      sum(line.quantity * coalesce(part.quantity, 1)) as quantity
    from unnest(${lines.map(({ productId }) => productId)}::uuid[], ${lines.map(({ quantity }) => quantity)}::int[])
      as line (product_id, quantity)
    join order_items as item on item.order_id = ${orderId} and item.product_id = line.product_id
    left join order_item_parts as part on part.order_id = item.order_id and item_position = item.position
    group by 1`.execute(tx)
  return rows
}
