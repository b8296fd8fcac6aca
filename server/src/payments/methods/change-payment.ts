import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { Payment } from '@camilan/contract/payments'
import { usedMethodOf } from '../../orders/present.ts'
import { carryOut } from '../attempts/carry-out.ts'
import { isOverAlone } from '../attempts/decide-intent.ts'
import { openPayment } from '../attempts/open-payment.ts'
import { lastAttempt, type OrderWithLiveAttempt } from '../attempts/queries.ts'
import type { PaymentDeps } from '../deps.ts'
import { NotPayable } from '../errors.ts'
import { changeInTurn } from './change-in-turn.ts'
import { offeredMethods } from './offered-methods.ts'

/** The gateway is asked about each for thirty days. A buyer who changes without end would hold up the others. */
const maxAttempts = 50

/**
 * The buyer pays by another method: the live attempt is replaced by a new one, whose token is the result. An attempt by the
 * same method stays, also when its number or QR is known already, and so does an unused one for a change to any method.
 * Changes of an order run one after another, so a second call for the method of a running one gets its token.
 * @param chosen  null: any that the shop offers
 * @throws {NotPayable} the order is not DIPROSES, its time is over, or it was paid meanwhile, or it has had fifty
 *   attempts
 * @throws {NoPaymentMethod} the method is off, or does not take the amount
 * @throws {TooManyPaymentChanges} three changes have begun within a minute
 * @throws {GatewayUnavailable} | {PaymentUndecided} | {PaymentKeysUnknown} the payment may be open, so nothing changed;
 *   or only the new token could not be had, which a later call of `openPayment` gets
 */
export async function changePayment(
  deps: PaymentDeps,
  orderId: string,
  chosen: PaymentMethod | null,
): Promise<Payment> {
  function isNeeded(order: OrderWithLiveAttempt): boolean {
    if (order.status !== 'DIPROSES' || order.expires_at <= deps.clock()) throw new NotPayable()
    offeredMethods(deps.methodsOn(), { chosen, totalIdr: order.total_price })
    return !isKept(order, chosen, deps.clock())
  }
  const changed = await changeInTurn(deps, { orderId, method: chosen, isNeeded }, async (order) => {
    if (chosen === null && (await isUnused(deps, order))) return openPayment(deps, orderId, { isChange: true })
    const { number } = await lastAttempt(deps.db, orderId)
    if (number >= maxAttempts) throw new NotPayable('Cara bayar pesanan ini sudah terlalu sering diganti.')
    await carryOut(deps, orderId, { kind: 'replace', attemptId: order.attempt_id, method: chosen })
    return openPayment(deps, orderId, { isChange: true })
  })
  return changed ?? openPayment(deps, orderId)
}

/** Whether the live attempt can be paid as asked. Its method is the used one, else the chosen one. */
function isKept(order: OrderWithLiveAttempt, chosen: PaymentMethod | null, now: Date): boolean {
  if (order.attempt_id === null || order.replaced_at !== null || isOverAlone(order, now)) return false
  if (chosen !== null) return (usedMethodOf(order) ?? order.chosen_method) === chosen
  return order.chosen_method === null && order.snap_token === null
}

/** Whether the buyer can still pay the live attempt by any method. The gateway may not have reported the choice yet. */
async function isUnused({ gateways }: PaymentDeps, order: OrderWithLiveAttempt): Promise<boolean> {
  if (order.attempt_id === null || order.replaced_at !== null || order.chosen_method !== null) return false
  if (order.transaction_id !== null) return false
  const { state } = await (await gateways.of(order.key_set_id)).status(order.attempt_id)
  return state === 'absent'
}
