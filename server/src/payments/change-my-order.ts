import type { OrderStatus } from '@camilan/contract/orders'
import { lockOrder, transitionOrder } from '../orders/change/transition-order.ts'
import { InvalidTransition } from '../orders/errors.ts'
import { statusForBuyer } from '../orders/queries.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound } from '../platform/errors.ts'
import { carryOut } from './attempts/carry-out.ts'
import type { PaymentDeps } from './deps.ts'

/**
 * The buyer cancels an unpaid order or confirms that a shipped one has arrived. A request for the present status
 * changes nothing.
 * @throws {NotFound} the buyer has no such order
 * @throws {InvalidTransition} any other change; also a cancellation that found the order paid
 * @throws {GatewayUnavailable} the payment could not be cancelled at the gateway, so nothing changed
 */
export async function changeMyOrder(
  deps: PaymentDeps,
  buyerId: string,
  { orderId, status }: { orderId: string; status: OrderStatus },
): Promise<void> {
  const { db, clock } = deps
  const before = await statusOf(db, buyerId, orderId)
  if (before === 'DIPROSES' && status === 'DIBATALKAN') {
    await carryOut(deps, orderId, { kind: 'cancel', by: 'customer' })
    const after = await statusOf(db, buyerId, orderId)
    if (after !== 'DIBATALKAN') throw new InvalidTransition(after, status)
    return
  }
  await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order) await transitionOrder(tx, 'customer', { order, status }, clock())
  })
}

async function statusOf(db: Db, buyerId: string, orderId: string): Promise<OrderStatus> {
  const status = await statusForBuyer(db, buyerId, orderId)
  if (!status) throw new NotFound()
  return status
}
