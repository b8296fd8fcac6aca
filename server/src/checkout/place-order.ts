import { minimumTotal, type PlaceOrder } from '@camilan/contract/orders'
import { type Insertable, sql } from 'kysely'
import { assertInStock, lockProducts, takeStock } from '../catalog/stock.ts'
import { stockNotice } from '../catalog/stock-alert.ts'
import { type Notice, notify } from '../notifications/notify.ts'
import { BelowMinimum, CartEmpty, CostMismatch, PriceChanged, TooManyUnpaid } from '../orders/errors.ts'
import { orderPlaced } from '../orders/notices.ts'
import { newOrderId } from '../orders/order-id.ts'
import { later, minutes } from '../platform/clock.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Orders } from '../platform/db/db-types.ts'

export interface Terms {
  /** Whole rupiah for shipping and service together. */
  otherCosts: number
  /** How long an unpaid order holds its stock. */
  expiryMinutes: number
  maxUnpaidOrders: number
}

export interface PlacedOrder {
  id: string
  totalPrice: number
  expiresAt: Date
}

/**
 * Turn a customer's cart into an order and take its stock, or change nothing at all.
 * @param tx  a transaction that the caller commits; gives up everything on any refusal
 * @param now  when the customer pressed the button
 * @returns the order, DIPROSES, at today's prices
 * @throws {CartEmpty} nothing left to buy
 * @throws {TooManyUnpaid} the customer holds as much unpaid stock as one may
 * @throws {CostMismatch} | {PriceChanged} the customer saw other figures than these
 * @throws {OutOfStock} names every line that is short, not only the first
 * @throws {BelowMinimum} the gateway takes no such small amount
 */
export async function placeOrder(
  tx: Tx,
  buyerId: string,
  form: PlaceOrder,
  terms: Terms,
  now: Date,
): Promise<PlacedOrder> {
  const buyer = await lockBuyer(tx, buyerId)
  const lines = await claimCart(tx, buyerId)
  if (lines.length === 0) throw new CartEmpty()
  await assertUnpaidLimit(tx, buyerId, terms.maxUnpaidOrders)
  if (form.other_costs !== terms.otherCosts) throw new CostMismatch(terms.otherCosts)
  assertInStock(lines)

  const itemsTotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const totalPrice = itemsTotal + terms.otherCosts
  if (form.expected_total != null && form.expected_total !== totalPrice) {
    throw new PriceChanged({ items_total: itemsTotal, other_costs: terms.otherCosts, total_price: totalPrice })
  }
  if (totalPrice < minimumTotal) throw new BelowMinimum()

  const expiresAt = later(now, minutes(terms.expiryMinutes))
  const id = await insertOrder(tx, {
    user_id: buyerId,
    order_time: now,
    expires_at: expiresAt,
    buyer_name: buyer.name,
    buyer_phone: buyer.phone,
    address: form.address,
    notes: form.notes ?? null,
    city: form.city ?? null,
    other_costs: terms.otherCosts,
    total_price: totalPrice,
  })
  await insertItems(tx, id, lines)
  await takeStock(tx, id, lines)
  await tx
    .insertInto('order_history')
    .values({ order_id: id, status: 'DIPROSES', actor: 'customer', at: now })
    .execute()

  const notices = orderPlaced({ id, totalPrice, expiresAt, buyerName: buyer.name })
  const alerts = lines.map((line) => stockNotice(line, line.stock, line.stock - line.quantity))
  await notify(
    tx,
    [
      { to: buyerId, message: notices.toBuyer, orderId: id },
      { to: 'admins', message: notices.toAdmins, orderId: id },
      ...alerts
        .filter((message) => message !== null)
        .map((message): Notice => ({ to: 'admins', message, orderId: null })),
    ],
    now,
  )
  return { id, totalPrice, expiresAt }
}

/** One order at a time for each buyer: what is counted and claimed below stays as it was read. */
function lockBuyer(tx: Tx, buyerId: string) {
  return tx
    .selectFrom('users')
    .select(['name', 'phone'])
    .where('id', '=', buyerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Empty the cart and return what was in it, in the order it was put there, the products locked.
 * The products come before their lines: whoever deletes a product holds it while its lines leave the carts.
 */
async function claimCart(tx: Tx, buyerId: string) {
  const seen = await tx.selectFrom('cart_items').select('product_id').where('user_id', '=', buyerId).execute()
  const productIds = seen.map(({ product_id }) => product_id)
  const products = await lockProducts(tx, productIds)
  const claimed = await tx
    .deleteFrom('cart_items')
    .where('user_id', '=', buyerId)
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .returning(['id', 'product_id', 'quantity', 'created_at'])
    .execute()
  claimed.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
  const sold = new Map(products.map((product) => [product.id, product]))
  return claimed.flatMap(({ product_id, quantity }) => {
    const product = sold.get(product_id)
    return product ? [{ ...product, productId: product_id, quantity }] : []
  })
}

async function assertUnpaidLimit(tx: Tx, buyerId: string, maximum: number): Promise<void> {
  const { open } = await tx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('user_id', '=', buyerId)
    .where('status', '=', 'DIPROSES')
    .executeTakeFirstOrThrow()
  if (open >= maximum) throw new TooManyUnpaid(open)
}

/** Ids are drawn until one is free: two orders of one day may draw the same. */
async function insertOrder(tx: Tx, order: Omit<Insertable<Orders>, 'id'>): Promise<string> {
  for (;;) {
    const id = newOrderId(order.order_time as Date)
    const inserted = await tx
      .insertInto('orders')
      .values({ ...order, id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return inserted.id
  }
}

async function insertItems(tx: Tx, orderId: string, lines: Awaited<ReturnType<typeof claimCart>>): Promise<void> {
  await tx
    .insertInto('order_items')
    .values(
      lines.map(({ productId, name, image, weight, packaging, price, quantity }, position) => ({
        order_id: orderId,
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
}
