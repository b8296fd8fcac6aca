import type { OrderStatus } from '@camilan/contract/orders'
import type { Db } from '../platform/db/db.ts'
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
  await db
    .insertInto('orders')
    .values({
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
      other_costs: otherCosts,
      total_price: goods + otherCosts,
    })
    .execute()
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
