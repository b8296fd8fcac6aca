import type { PlaceOrder } from '@camilan/contract/orders'
import { type Insertable, type OperationNodeSource, sql } from 'kysely'
import type { Tx } from '../platform/db/db.ts'
import type { OrderItems } from '../platform/db/db-types.ts'
import { type Costs, sumOf } from '../settings/costs.ts'

export interface OrderLine extends Pick<Insertable<OrderItems>, 'name' | 'image' | 'weight' | 'packaging'> {
  productId: string
  /** Whole rupiah for one. */
  price: number
  quantity: number
}

export interface NewOrder {
  /** From `newOrderId`. Another order may have it: then the database refuses the statement. */
  id: string
  buyer: { id: string; name: string; phone: string }
  delivery: Pick<PlaceOrder, 'address' | 'notes' | 'city'>
  lines: readonly OrderLine[]
  costs: Costs
  totalPrice: number
  expiresAt: Date
}

/** The writes of a new order, DIPROSES: its row, its items and the first entry of its history. */
export function orderWrites(tx: Tx, order: NewOrder, now: Date): OperationNodeSource[] {
  const { id, buyer, delivery, lines, costs, totalPrice, expiresAt } = order
  const items = lines.map(({ productId: product_id, name, image, weight, packaging, price, quantity }, position) => ({
    ...{ position, product_id, name, image, weight, packaging, unit_price: price, quantity },
  }))
  return [
    tx.insertInto('orders').values({
      id,
      user_id: buyer.id,
      order_time: now,
      expires_at: expiresAt,
      buyer_name: buyer.name,
      buyer_phone: buyer.phone,
      address: delivery.address,
      notes: delivery.notes ?? null,
      city: delivery.city ?? null,
      other_costs: sumOf(costs),
      shipping_cost: costs.shipping,
      service_fee: costs.service,
      total_price: totalPrice,
      goods: lines.map(({ name }) => name).join(' '),
    }),
    // As JSON the text of the statement does not depend on the number of items, so that it is prepared once.
    sql`
      insert into order_items (order_id, position, product_id, name, image, weight, packaging, unit_price, quantity)
      select ${id}, item.position, item.product_id, item.name, item.image, item.weight, item.packaging,
        item.unit_price, item.quantity
      from json_populate_recordset(null::order_items, ${JSON.stringify(items)}) as item`,
    tx.insertInto('order_history').values({ order_id: id, status: 'DIPROSES', actor: 'customer', at: now }),
  ]
}
