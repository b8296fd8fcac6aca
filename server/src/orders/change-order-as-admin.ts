import type { OrderStatus } from '@camilan/contract/orders'
import type { Db } from '../platform/db.ts'
import { NotFound } from '../platform/errors.ts'
import { lockOrder, moveOrder } from './move-order.ts'

/**
 * The administrator brings an order on its way: DIBAYAR becomes DIKIRIM.
 * @throws {InvalidTransition} any other change, except to the status it already has
 */
export async function changeOrderAsAdmin(db: Db, orderId: string, status: OrderStatus, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new NotFound()
    await moveOrder(tx, order, status, 'admin', now)
  })
}
