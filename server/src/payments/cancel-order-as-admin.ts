import { InvalidTransition } from '../orders/errors.ts'
import type { Administrator } from '../people/audit/record-change.ts'
import { NotFound, ShopError } from '../platform/errors.ts'
import { carryOut } from './attempts/carry-out.ts'
import { orderWithLiveAttempt } from './attempts/queries.ts'
import type { PaymentDeps } from './deps.ts'
import { PaymentNotClosed } from './errors.ts'
import { type Cancellation, cancelPaidOrder } from './refunds/cancel-paid.ts'

/**
 * An administrator ends an unpaid order, also one that neither its buyer nor the shop can end because the gateway
 * reports something unexpected, or cancels a paid one. Its buyer is notified, and the audit trail names the
 * administrator. An order that is DIBATALKAN already stays as it is.
 * @param cancellation  undefined: a paid order is not cancelled
 * @throws {InvalidTransition} the order has gone on; also if only the gateway knew that an unpaid one was paid, and it
 *   is DIBAYAR now
 * @throws {PaymentNotClosed} the gateway does not answer, so nothing changed
 */
export async function cancelOrderAsAdmin(
  deps: PaymentDeps,
  by: Administrator,
  orderId: string,
  cancellation?: Cancellation,
): Promise<void> {
  const before = await orderWithLiveAttempt(deps.db, orderId)
  if (!before) throw new NotFound()
  if (before.status === 'DIBAYAR' && cancellation) {
    await cancelPaidOrder(deps.db, by, { orderId, ...cancellation }, deps.clock())
  }
  if (before.status === 'DIPROSES') {
    await carryOut(deps, orderId, { kind: 'cancel', by }).catch((error: unknown) => {
      throw error instanceof ShopError && error.code === 'PAYMENT_UNAVAILABLE' ? new PaymentNotClosed(error) : error
    })
  }
  const after = await orderWithLiveAttempt(deps.db, orderId)
  if (after?.status !== 'DIBATALKAN') throw new InvalidTransition(after?.status ?? before.status, 'DIBATALKAN')
}
