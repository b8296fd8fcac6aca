import { isCancellableByBuyer } from '@camilan/contract/batch-values'
import { lockOrder, transitionOrder } from '../../orders/change/transition-order.ts'
import { InvalidTransition, TooLateToCancel } from '../../orders/errors.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { newlyDue, readBalance } from '../book/entries.ts'
import { promiseRefund } from './refund-rows.ts'

/**
 * A buyer cancels a paid order with batches: what did not go back before is a refund due, and the places are free again. A
 * second call changes nothing.
 * @throws {NotFound} the buyer has no such order
 * @throws {InvalidTransition} the order is neither DIBAYAR nor DIBATALKAN, or has no batch
 * @throws {TooLateToCancel} a batch of it is closed to orders, and its day was not changed
 */
export function cancelOwnOrder(db: Db, buyerId: string, { orderId }: { orderId: string }, now: Date): Promise<void> {
  return transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.user_id !== buyerId) throw new NotFound()
    if (order.status === 'DIBATALKAN') return
    const batches = await tx
      .selectFrom('order_items')
      .innerJoin('batches', 'batches.id', 'batch_id')
      .select('order_until')
      .where('order_id', '=', orderId)
      .execute()
    if (order.status !== 'DIBAYAR' || batches.length === 0) throw new InvalidTransition(order.status, 'DIBATALKAN')
    if (!isCancellableByBuyer({ ...order, batches }, now)) throw new TooLateToCancel()
    const before = await readBalance(tx, orderId)
    await transitionOrder(tx, 'customer', { order, status: 'DIBATALKAN', inBatch: true }, now)
    const amountIdr = newlyDue(before, await readBalance(tx, orderId))
    if (before.kept > 0) {
      const promise = { orderId, amountIdr: before.kept, reason: 'SHOP_CANCELLED', by: null } as const
      await promiseRefund(tx, { ...promise, cause: 'Dibatalkan pembeli.' }, now)
    }
    await notify(
      tx,
      [
        { kind: 'own-order-cancelled', to: { user: buyerId }, orderId, amountIdr },
        { kind: 'order-cancelled-by-buyer', to: 'admins', orderId },
      ],
      now,
    )
  })
}
