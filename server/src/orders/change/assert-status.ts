import type { OrderStatus } from '@camilan/contract/orders'
import type { Db } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { InvalidTransition } from '../errors.ts'
import { orderForAdmin } from '../queries.ts'

/**
 * Administrators can't set this status. A request for it is accepted only if the order already has it.
 * @throws {InvalidTransition} the order has another status
 */
export async function assertStatus(
  db: Db,
  { orderId, status }: { orderId: string; status: OrderStatus },
): Promise<void> {
  const order = await orderForAdmin(db, orderId)
  if (!order) throw new NotFound()
  if (order.status !== status) throw new InvalidTransition(order.status, status)
}
