import type { OrderLowering } from '@camilan/contract/order-changes'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { publishQuotas, returnStock, type StockLine } from '../../products/stock.ts'
import { TakenOutBefore } from '../errors.ts'

interface TakingOut {
  orderId: string
  /** What remains of some of its lines. The others stay. */
  remaining: OrderLowering['items']
  returnsStock: boolean
}

/** What of an order's line was taken out now. */
export interface TakenLine {
  itemId: string
  productId: string
  batchId: string | null
  name: string
  quantity: number
  /** Together with what was taken out before, as `1 dari 3 Nastar`. */
  sentence: string
}

/**
 * Take pieces out of a locked order. Its items stay as ordered, with the pieces that it does not send.
 * @returns nothing for lines that have this quantity already
 * @throws {InvalidForm} the order lacks a line, has a product in several, or nothing of it would remain: it can be cancelled
 * @throws {TakenOutBefore} more would remain than there is
 */
export async function takeOut(tx: Tx, { orderId, remaining, returnsStock }: TakingOut): Promise<TakenLine[]> {
  const items = await tx
    .selectFrom('order_items')
    .select(['id', 'product_id', 'batch_id', 'name', 'quantity', 'taken_quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const wanted = new Map(remaining.map((line) => [itemOf(items, line).id, line.quantity]))
  const lines = items.flatMap((item) => {
    const {
      id: itemId,
      product_id: productId,
      batch_id: batchId,
      name,
      quantity: ordered,
      taken_quantity: before,
    } = item
    const left = ordered - before
    const taken = ordered - (wanted.get(itemId) ?? left)
    const quantity = taken - before
    if (quantity < 0) throw new TakenOutBefore(name, left)
    const sentence = `${taken} dari ${ordered} ${name}`
    return quantity === 0 ? [] : [{ itemId, productId, batchId, name, quantity, sentence }]
  })
  const left = items.reduce((sum, { quantity, taken_quantity }) => sum + quantity - taken_quantity, 0)
  if (lines.length > 0 && lines.reduce((sum, { quantity }) => sum + quantity, 0) === left) {
    throw new InvalidForm({ items: 'Tidak ada yang tersisa. Untuk mengeluarkan semuanya, batalkan pesanan ini.' })
  }
  await sql`
    update order_items set taken_quantity = taken_quantity + line.quantity,
      returned_quantity = returned_quantity + case when ${returnsStock} and batch_id is null then line.quantity else 0 end
    from unnest(${lines.map(({ itemId }) => itemId)}::uuid[], ${lines.map(({ quantity }) => quantity)}::int[])
      as line (id, quantity)
    where order_id = ${orderId} and order_items.id = line.id`.execute(tx)
  if (returnsStock) await returnStock(tx, orderId, await goodsOf(tx, lines))
  else await publishQuotas(tx, lines)
  return lines
}

/** Of a hamper its parts, and each product of the stock or of a batch once. */
async function goodsOf(tx: Tx, lines: readonly TakenLine[]): Promise<StockLine[]> {
  const { rows } = await sql<StockLine>`
    select coalesce(part.product_id, item.product_id) as "productId", item.batch_id as "batchId",
      sum(line.quantity * coalesce(part.quantity, 1)) as quantity
    from unnest(${lines.map(({ itemId }) => itemId)}::uuid[], ${lines.map(({ quantity }) => quantity)}::int[])
      as line (id, quantity)
    join order_items as item on item.id = line.id
    left join order_item_parts as part on part.order_id = item.order_id and item_position = item.position
    group by 1, 2`.execute(tx)
  return rows
}

function itemOf<Item extends { id: string; product_id: string }>(
  items: readonly Item[],
  { item_id, product_id }: OrderLowering['items'][number],
): Item {
  const [item, ...more] = items.filter(({ id, product_id: product }) =>
    item_id ? id === item_id : product === product_id,
  )
  if (!item) throw new InvalidForm({ items: 'Produk ini tidak ada di pesanan.' })
  if (more.length > 0) throw new InvalidForm({ items: 'Produk ini lebih dari sekali di pesanan. Pilih barisnya.' })
  return item
}
