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
    lines: { product: ProductRow; quantity: number }[]
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
    ({ product: { id: product_id, name, image = null, weight, packaging, price, cost_price }, quantity }, index) => ({
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
    }),
  )
  await db.insertInto('order_items').values(items).execute()
  return id
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
