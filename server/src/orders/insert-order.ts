import type { PlaceOrder } from '@camilan/contract/orders'
import type { Insertable } from 'kysely'
import type { Tx } from '../platform/db/db.ts'
import type { OrderItems, Orders } from '../platform/db/db-types.ts'
import { newOrderId } from './order-id.ts'

export interface OrderLine extends Pick<Insertable<OrderItems>, 'name' | 'image' | 'weight' | 'packaging'> {
  productId: string
  /** Whole rupiah for one. */
  price: number
  quantity: number
}

export interface NewOrder {
  buyer: { id: string; name: string; phone: string }
  delivery: Pick<PlaceOrder, 'address' | 'notes' | 'city'>
  lines: readonly OrderLine[]
  /** Whole rupiah for shipping and service together. */
  otherCosts: number
  totalPrice: number
  expiresAt: Date
}

/**
 * Write a new order, DIPROSES, with its items and the first entry of its history. Calling it again writes another order.
 * @returns the order's id
 */
export async function insertOrder(tx: Tx, order: NewOrder, now: Date): Promise<string> {
  const { buyer, delivery, lines, otherCosts, totalPrice, expiresAt } = order
  const id = await insertWithFreeId(tx, now, {
    user_id: buyer.id,
    order_time: now,
    expires_at: expiresAt,
    buyer_name: buyer.name,
    buyer_phone: buyer.phone,
    address: delivery.address,
    notes: delivery.notes ?? null,
    city: delivery.city ?? null,
    other_costs: otherCosts,
    total_price: totalPrice,
  })
  await tx
    .insertInto('order_items')
    .values(
      lines.map(({ productId, name, image, weight, packaging, price, quantity }, position) => ({
        order_id: id,
        position,
        product_id: productId,
        name,
        image,
        weight,
        packaging,
        unit_price: price,
        quantity,
      })),
    )
    .execute()
  await tx
    .insertInto('order_history')
    .values({ order_id: id, status: 'DIPROSES', actor: 'customer', at: now })
    .execute()
  return id
}

/** Ids are random, and two orders of one day may get the same one: new ids are made until one is free. */
async function insertWithFreeId(tx: Tx, now: Date, order: Omit<Insertable<Orders>, 'id'>): Promise<string> {
  for (;;) {
    const inserted = await tx
      .insertInto('orders')
      .values({ ...order, id: newOrderId(now) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return inserted.id
  }
}
