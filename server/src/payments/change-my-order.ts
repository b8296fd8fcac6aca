import type { OrderStatus } from '@camilan/contract/orders'
import { InvalidTransition } from '../orders/errors.ts'
import { lockOrder, transitionOrder } from '../orders/transition-order.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound } from '../platform/errors.ts'
import type { PaymentDeps } from './deps.ts'
import { endUnpaidOrder } from './end-unpaid-order.ts'

/**
 * The buyer cancels an unpaid order or confirms that a shipped one arrived.
 * Asking for the status it already has changes nothing.
 * @throws {NotFound} there is no such order of theirs
 * @throws {InvalidTransition} any other change; also a cancel that found the order paid
 * @throws {GatewayUnavailable} a cancel that can't be told to the gateway changes nothing
 */
export async function changeMyOrder(
  deps: PaymentDeps,
  buyerId: string,
  orderId: string,
  status: OrderStatus,
): Promise<void> {
  const { db, clock } = deps
  const before = await statusOf(db, buyerId, orderId)
  if (before === 'DIPROSES' && status === 'DIBATALKAN') {
    await endUnpaidOrder(deps, orderId, 'customer')
    const after = await statusOf(db, buyerId, orderId)
    if (after !== 'DIBATALKAN') throw new InvalidTransition(after, status)
    return
  }
  await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order) await transitionOrder(tx, order, status, 'customer', clock())
  })
}

async function statusOf(db: Db, buyerId: string, orderId: string): Promise<OrderStatus> {
  const order = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .where('user_id', '=', buyerId)
    .executeTakeFirst()
  if (!order) throw new NotFound()
  return order.status
}
