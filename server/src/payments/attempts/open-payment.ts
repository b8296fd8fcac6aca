import type { Payment } from '@camilan/contract/payments'
import type { PaymentDeps } from '../deps.ts'
import { TokenUnavailable } from '../errors.ts'
import type { OpeningKeys } from '../keys/gateways.ts'
import { askForToken } from './ask-for-token.ts'
import { carryOut } from './carry-out.ts'
import { firstLease } from './insert-attempt.ts'
import type { Payable } from './payable.ts'

/**
 * The token that pays an order: that of its PENDING attempt, or of a new attempt if there is none. Simultaneous calls
 * get the same token: one asks the gateway under a lease, the others wait for its result, because a second token would
 * close the popup of the first.
 * @param options.isChange  within a change of the order's payment, which no other one interrupts
 * @param options.usedIds  the number of this order's ids that the gateway has refused as used
 * @throws {NotPayable} the order is not DIPROSES, or its time is over
 * @throws {NoPaymentMethod} there is no token, and no method of the shop takes the amount
 * @throws {NoPaymentKeys} there is no token, and the shop has no keys to ask for one
 * @throws {GatewayUnavailable} | {TokenUnavailable} | {PaymentUndecided} there is no token now; a later call may get one. A
 *   gateway that reports three new ids in a row as used counts as unavailable
 * @throws {TooManyPaymentChanges} a change of the payment must be finished, and has been tried often a moment ago
 */
export async function openPayment(
  deps: PaymentDeps,
  orderId: string,
  { isChange = false, usedIds = 0 } = {},
): Promise<Payment> {
  const order = await carryOut(deps, orderId, { kind: 'open', isChange }, { usedIds })
  const payment = presentPayment({ ...order, order_id: orderId })
  if (!payment) throw new TokenUnavailable(orderId)
  return payment
}

/**
 * The same for an order that this process has just written, with its first attempt leased. The values for the gateway
 * are known, so nothing is read again.
 * @param keys  of its first attempt
 */
export async function openNewPayment(deps: PaymentDeps, order: Payable, keys: OpeningKeys): Promise<Payment> {
  const { orderId, attemptId } = order
  const result = await askForToken(deps, { orderId, attemptId, lease: firstLease, keys }, order)
  if (typeof result === 'object') return result
  return openPayment(deps, orderId, { usedIds: result === 'id used' ? 1 : 0 })
}

/** The token and URL that open the payment popup; undefined while the attempt has no token. */
export function presentPayment(attempt: {
  order_id: string
  snap_token: string | null
  redirect_url: string | null
  expires_at: Date
}): Payment | undefined {
  const { order_id, snap_token, redirect_url, expires_at } = attempt
  if (snap_token === null || redirect_url === null) return undefined
  return { order_id, snap_token, redirect_url, expires_at: expires_at.toISOString() }
}
