import type { OrderStatus } from '@camilan/contract/orders'
import type { InsertObject } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import type { DB } from '../platform/db/db-types.ts'
import type { ProductRow } from '../products/queries.ts'

let written = 1

/** Insert an order directly, for tests of code that only reads orders. No stock is taken, and no rule is checked. */
export async function writeOrder(
  db: Db,
  order: {
    id?: string
    /** Null: without an account, entered by the seller. */
    userId: string | null
    phone?: string
    city?: string
    /** `discount`: the line's share. */
    lines: { product: ProductRow; quantity: number; discount?: number }[]
    status?: OrderStatus
    orderTime?: Date
    otherCosts?: number
  },
): Promise<string> {
  const { id = `TULIS-${written++}`, userId, lines, status = 'DIPROSES', phone = '081234567890', city = null } = order
  const { orderTime = new Date(), otherCosts = 6_000 } = order
  const goods = lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0)
  await insertOrders(
    db,
    [
      {
        id,
        user_id: userId,
        source: userId === null ? 'penjual' : 'toko',
        status,
        order_time: orderTime,
        expires_at: orderTime,
        buyer_name: 'Ani',
        buyer_phone: phone,
        city,
        address: 'Jl. Melati 1',
        goods: lines.map(({ product }) => product.name).join(' '),
        total_price: goods + otherCosts,
      },
    ],
    otherCosts,
  )
  const items = lines.map(
    (
      { product: { id: product_id, name, image = null, weight, packaging, price, cost_price }, quantity, discount },
      index,
    ) => ({
      order_id: id,
      position: index + 1,
      product_id,
      name,
      image,
      weight,
      packaging,
      unit_price: price,
      cost_price,
      quantity,
      discount_idr: discount ?? 0,
    }),
  )
  await db.insertInto('order_items').values(items).execute()
  const discount = items.reduce((sum, { discount_idr }) => sum + discount_idr, 0)
  if (discount > 0) await giveDiscount(db, id, discount)
  return id
}

async function giveDiscount(db: Db, order_id: string, discount: number): Promise<void> {
  const charge = { order_id, position: 9, kind: 'discount' as const, label: 'Langganan', amount_idr: -discount }
  await db.insertInto('order_charges').values(charge).execute()
  await db
    .updateTable('orders')
    .set(({ eb }) => ({ total_price: eb('total_price', '-', discount) }))
    .where('id', '=', order_id)
    .execute()
}

/** Insert orders with their charges in one statement, because the database compares their sums. */
export async function insertOrders(
  db: Db,
  orders: (InsertObject<DB, 'orders'> & { id: string; total_price: number })[],
  costs = 6_000,
): Promise<void> {
  const charges = orders
    .flatMap(({ id: order_id, total_price }) => [
      { order_id, position: 0, kind: 'goods' as const, amount_idr: total_price - costs },
      { order_id, position: 1, kind: 'delivery' as const, amount_idr: costs },
    ])
    .filter(({ amount_idr }) => amount_idr > 0)
  await db
    .with('charges', (query) => query.insertInto('order_charges').values(charges))
    .insertInto('orders')
    .values(orders)
    .execute()
}
