import { pieceGrams, type WeighedPiece } from '@camilan/contract/delivery-weight'
import { type Actor, deliveryWayOf, type OrderSource } from '@camilan/contract/orders'
import { type Insertable, type OperationNodeSource, sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import type { OrderItems } from '../../platform/db/db-types.ts'
import { type NewCharge, totalOf } from '../charges.ts'
import { orderedParts } from './ordered-parts.ts'

export interface OrderLine extends Pick<Insertable<OrderItems>, 'name' | 'image' | 'packaging'>, WeighedPiece {
  productId: string
  /** Whole rupiah for one piece. */
  price: number
  quantity: number
  /** The line's share of the order's discounts on goods. */
  discount: number
  /** Of a hamper its parts, else none. */
  contents: Parameters<typeof orderedParts>[0]['contents']
  batchId: string | null
}

export interface NewOrder {
  /** From `newOrderId`. If another order has it, the database refuses the statement. */
  id: string
  /** The id is null if the buyer has no account, the phone number if the seller does not know it. */
  buyer: { id: string | null; name: string; phone: string | null }
  source: OrderSource
  /** Who entered it. */
  actor: Actor
  delivery: { address: string; notes?: string | null | undefined; city?: string | null | undefined }
  lines: readonly OrderLine[]
  charges: readonly NewCharge[]
  expiresAt: Date
  /** Null: as soon as it can be. */
  promise?: { wantedOn: string | null; handoverOn: string } | null
}

export type OrderValues = ReturnType<typeof orderValues>

/** The values of an order that `orderWrites` writes. */
export function orderValues(order: NewOrder, now: Date) {
  const { id, buyer, source, actor, delivery, lines, charges, expiresAt, promise = null } = order
  const items = lines.map((line, position) => ({
    position,
    product_id: line.productId,
    batch_id: line.batchId,
    name: line.name,
    image: line.image,
    weight: line.weight,
    packaging: line.packaging,
    unit_price: line.price,
    quantity: line.quantity,
    discount_idr: line.discount,
    grams: pieceGrams(line),
  }))
  const parts = lines.flatMap((line, item_position) => orderedParts(line).map((part) => ({ item_position, ...part })))
  return {
    orderId: id,
    buyerId: buyer.id,
    buyerName: buyer.name,
    buyerPhone: buyer.phone ?? '',
    source,
    actor,
    address: delivery.address,
    deliveryWay: deliveryWayOf(delivery.address),
    notes: delivery.notes ?? null,
    city: delivery.city ?? null,
    totalPrice: totalOf(charges),
    charges: JSON.stringify(charges.map((charge, position) => ({ position, ...charge }))),
    goods: lines.map(({ name }) => name).join(' '),
    items: JSON.stringify(items),
    parts: JSON.stringify(parts),
    expiresAt,
    wantedOn: promise?.wantedOn ?? null,
    handoverOn: promise?.handoverOn ?? null,
    now,
  }
}

/** The writes of a new order, DIPROSES: its row, its charges, its items with their parts, and the first entry of its history. */
export function orderWrites(tx: Tx, values: OrderValues): OperationNodeSource[] {
  const { orderId, items, parts, charges, now } = values
  return [
    tx.insertInto('orders').values({
      id: orderId,
      user_id: values.buyerId,
      source: values.source,
      order_time: now,
      expires_at: values.expiresAt,
      buyer_name: values.buyerName,
      buyer_phone: values.buyerPhone,
      address: values.address,
      delivery_way: values.deliveryWay,
      notes: values.notes,
      city: values.city,
      total_price: values.totalPrice,
      goods: values.goods,
      wanted_on: values.wantedOn,
      handover_on: values.handoverOn,
    }),
    sql`
      insert into order_charges (order_id, position, kind, label, amount_idr, of_delivery_idr, of_service_idr)
      select ${orderId}, charge.position, charge.kind, charge.label, charge.amount_idr, charge.of_delivery_idr,
        charge.of_service_idr
      from json_populate_recordset(null::order_charges, ${charges}::json) as charge`,
    // As JSON the statement's text does not depend on the number of items, so it is prepared once.
    sql`
      insert into order_items
        (order_id, position, product_id, batch_id, name, image, weight, packaging, unit_price, quantity, discount_idr,
          grams, cost_price)
      select ${orderId}, item.position, item.product_id, item.batch_id, item.name, item.image, item.weight, item.packaging,
        item.unit_price, item.quantity, item.discount_idr, item.grams,
        (select case when parts is null then cost_price else hamper_cost(parts) end from products where id = item.product_id)
      from json_populate_recordset(null::order_items, ${items}::json) as item`,
    sql`
      insert into order_item_parts
        (order_id, item_position, position, product_id, name, weight, packaging, quantity, price_idr, discount_idr,
          cost_price)
      select ${orderId}, part.item_position, part.position, part.product_id, part.name, part.weight, part.packaging,
        part.quantity, part.price_idr, part.discount_idr,
        (select cost_price from products where id = part.product_id)
      from json_populate_recordset(null::order_item_parts, ${parts}::json) as part`,
    tx.insertInto('order_history').values({ order_id: orderId, status: 'DIPROSES', actor: values.actor, at: now }),
  ]
}
