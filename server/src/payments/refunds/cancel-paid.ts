import { added, changeOrder } from '../../orders/change/change-order.ts'
import { transitionOrder } from '../../orders/change/transition-order.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Db } from '../../platform/db/db.ts'
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
export function cancelPaidOrder(
  db: Db,
  by: Administrator,
  { orderId, cause, returnsStock }: Cancellation & { orderId: string },
  now: Date,
): Promise<void> {
  return changeOrder(db, by, orderId, now, async (tx, order) => {
    const before = await readBalance(tx, orderId)
    const transition = { order, status: 'DIBATALKAN', keepsStock: !returnsStock } as const
    if ((await transitionOrder(tx, 'admin', transition, now)) === 'unchanged') return []
    const amountIdr = newlyDue(before, await readBalance(tx, orderId))
    if (before.kept > 0) {
      const promise = { orderId, amountIdr: before.kept, reason: 'SHOP_CANCELLED', by: by.id, cause } as const
      await promiseRefund(tx, promise, now)
    }
    const notice = { kind: 'paid-order-cancelled', to: { user: order.user_id }, orderId, amountIdr, cause } as const
    await notify(tx, [notice], now)
    return [
      { field: 'status', before: order.status, after: 'DIBATALKAN' },
      ...decided({ amountIdr, cause, returnsStock }),
    ]
  })
}

/** What an audit entry says of money that becomes due, and of goods that stay away. */
export const decided = ({ amountIdr, cause, returnsStock }: Cancellation & { amountIdr: number }) =>
  added({
    refund_due: amountIdr > 0 ? amountIdr : null,
    refund_cause: cause,
    keeps_stock: returnsStock ? null : 'true',
  })
