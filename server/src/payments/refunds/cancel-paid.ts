import { lockOrder, transitionOrder } from '../../orders/change/transition-order.ts'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { newlyDue, readBalance } from '../book/entries.ts'
import { promiseRefund } from './refund-rows.ts'

export interface Cancellation {
  /** The words for the buyer. */
  cause: string | null
  /** False: the goods don't come back to the stock. */
  returnsStock: boolean
}

/**
 * An administrator cancels a paid order: what did not go back before is a refund due, and the buyer is notified. The
 * audit trail names the administrator. An order that is DIBATALKAN already stays as it is.
 * @throws {InvalidTransition} the order is neither DIBAYAR nor DIBATALKAN
 */
export async function cancelPaid(
  db: Db,
  by: Administrator,
  { orderId, cause, returnsStock }: Cancellation & { orderId: string },
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new NotFound()
    const before = await readBalance(tx, orderId)
    const transition = { order, status: 'DIBATALKAN', keepsStock: !returnsStock } as const
    if ((await transitionOrder(tx, 'admin', transition, now)) === 'unchanged') return
    const amountIdr = newlyDue(before, await readBalance(tx, orderId))
    if (before.kept > 0) {
      const promise = { orderId, amountIdr: before.kept, reason: 'SHOP_CANCELLED', by: by.id, cause } as const
      await promiseRefund(tx, promise, now)
    }
    const changes = [
      { field: 'status', before: order.status, after: 'DIBATALKAN' },
      ...(amountIdr > 0 ? [{ field: 'refund_due', before: null, after: amountIdr }] : []),
      ...(cause === null ? [] : [{ field: 'refund_cause', before: null, after: cause }]),
      ...(returnsStock ? [] : [{ field: 'keeps_stock', before: null, after: 'true' }]),
    ]
    await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
    const notice = { kind: 'paid-order-cancelled', to: { user: order.user_id }, orderId, amountIdr, cause } as const
    await notify(tx, [notice], now)
  })
}
