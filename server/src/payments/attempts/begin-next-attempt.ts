import { isPaymentMethod, type PaymentMethod } from '@camilan/contract/payment-methods'
import { orderChanged } from '../../notifications/live.ts'
import { lockOrder } from '../../orders/transition-order.ts'
import type { Tx } from '../../platform/db/db.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { endAttempt } from './end-attempt.ts'
import { insertAttempt } from './insert-attempt.ts'
import { lastAttempt } from './queries.ts'

export interface NextAttempt {
  orderId: string
  /** The attempt that it replaces, with the token that was closed at the gateway; null if the last one has ended. */
  replaced: { id: string; token: string | null } | null
  keySetId: string | null
  /** Undefined: that of the last attempt. */
  chosenMethod?: PaymentMethod | null
}

/**
 * Begin the next attempt of an unpaid order. Has no effect on an order that does not wait for payment (any more), and
 * while an attempt is PENDING that is not the replaced one: another request has begun it.
 * @returns false if the replaced attempt has got a token since, which is not closed
 */
export async function beginNextAttempt(
  tx: Tx,
  { orderId, replaced, keySetId, chosenMethod }: NextAttempt,
  now: Date,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (order?.status !== 'DIPROSES' || order.expires_at <= now) return true
  const { id, status, number, amount, chosen_method: lastChosen } = await lastAttempt(tx, orderId)
  if (status === 'PENDING') {
    if (id !== replaced?.id) return true
    if (!(await endAttempt(tx, { id, status: 'DIBATALKAN', closed: replaced }))) return false
  }
  const inherited = lastChosen !== null && isPaymentMethod(lastChosen) ? lastChosen : null
  const next = { orderId, number: number + 1, amount, expiresAt: order.expires_at, keySetId }
  await insertAttempt(tx, { ...next, chosenMethod: chosenMethod === undefined ? inherited : chosenMethod }, now)
  await publish(tx, orderChanged(order.user_id, { order_id: orderId, status: order.status }))
  return true
}
