import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { Payment } from '@camilan/contract/payments'
import { NotFound } from '../platform/errors.ts'
import type { PaymentDeps } from './deps.ts'
import { NotPayable } from './errors.ts'
import { offeredMethods } from './offered-methods.ts'
import { openPayment } from './open-payment.ts'
import { lastAttempt, type OrderWithLiveAttempt, orderWithLiveAttempt } from './queries.ts'
import { replaceAttempt } from './replace-attempt.ts'

/** The gateway is asked about each for thirty days. A buyer who changes without end would hold up the others. */
const maxAttempts = 50

/**
 * The buyer pays by another method: the live attempt is replaced by a new one, whose token is the result. If the
 * attempt already has that method and the buyer has not begun to pay by it, it stays: a second call gets the token of
 * the first one.
 * @param chosen  null: any that the shop offers
 * @throws {NotPayable} the order is not DIPROSES, its time is over, or it was paid meanwhile, or it has had fifty
 *   attempts
 * @throws {NoPaymentMethod} the method is off, or does not take the amount
 * @throws {GatewayUnavailable} | {PaymentUndecided} | {PaymentKeysUnknown} the payment may be open, so nothing changed;
 *   or only the new token could not be had, which a later call of `openPayment` gets
 */
export async function changePayment(
  deps: PaymentDeps,
  orderId: string,
  chosen: PaymentMethod | null,
): Promise<Payment> {
  const order = await orderWithLiveAttempt(deps.db, orderId)
  if (!order) throw new NotFound()
  if (order.status !== 'DIPROSES' || order.expires_at <= deps.clock()) throw new NotPayable()
  offeredMethods(deps.methodsOn(), { chosen, totalIdr: order.total_price })
  if (!(await isUnused(deps, order, chosen))) {
    const { number } = await lastAttempt(deps.db, orderId)
    if (number >= maxAttempts) throw new NotPayable('Cara bayar pesanan ini sudah terlalu sering diganti.')
    await replaceAttempt(deps, order, chosen)
  }
  return openPayment(deps, orderId)
}

async function isUnused(
  { gateways }: PaymentDeps,
  order: OrderWithLiveAttempt,
  chosen: PaymentMethod | null,
): Promise<boolean> {
  if (order.attempt_id === null || order.replaced_at !== null || order.chosen_method !== chosen) return false
  if (order.transaction_id !== null) return false
  if (order.snap_token === null) return true
  const { state } = await (await gateways.of(order.key_set_id)).status(order.attempt_id)
  return state === 'absent'
}
