import { formatRupiah } from '@camilan/contract/formats'
import { handPaymentWords } from '@camilan/contract/order-values'
import { isPaymentMethod } from '@camilan/contract/payment-methods'
import { type LockedOrder, transitionOrder } from '../../orders/change/transition-order.ts'
import { recordChange } from '../../people/audit/record-change.ts'
import { assertStillAllowed } from '../../people/login/guards.ts'
import { orderChanged } from '../../people/notifications/live.ts'
import type { Tx } from '../../platform/db/db.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { applyInTransaction } from '../apply/apply-report.ts'
import { whenUnpaid } from '../apply/ask-about.ts'
import { promiseRest } from '../book/entries.ts'
import type { Effect } from './decide-intent.ts'
import { cancelUnpaidOrder, endAttempt } from './end-attempt.ts'
import { insertAttempt, insertHandPayment } from './insert-attempt.ts'
import { lastAttempt } from './queries.ts'

/** @returns false if the attempt to be ended has got a token since, which is not closed: then nothing is written */
export async function writeEffects(tx: Tx, order: LockedOrder, effects: Effect[], now: Date): Promise<boolean> {
  for (const effect of effects) {
    switch (effect.write) {
      case 'end attempt': {
        const { id, status, token } = effect
        if (!(await endAttempt(tx, { id, status, closed: { token } }))) return false
        break
      }
      case 'begin attempt':
        await beginAttempt(tx, order, effect, now)
        break
      case 'cancel order':
        await cancelUnpaidOrder(tx, effect.by, order, now)
        break
      case 'apply report':
        await applyInTransaction(tx, { attemptId: effect.id, report: effect.report, ...whenUnpaid }, now)
        break
      case 'hand payment':
        await payByHand(tx, order, effect, now)
        break
    }
  }
  return true
}

type Write<Name extends Effect['write']> = Extract<Effect, { write: Name }>

async function beginAttempt(tx: Tx, order: LockedOrder, begin: Write<'begin attempt'>, now: Date): Promise<void> {
  const { number, amount, chosen_method } = await lastAttempt(tx, order.id)
  const inherited = chosen_method !== null && isPaymentMethod(chosen_method) ? chosen_method : null
  const { keySetId, method = inherited } = begin
  const next = { orderId: order.id, number: number + 1, amount, expiresAt: order.expires_at, keySetId }
  await insertAttempt(tx, { ...next, chosenMethod: method }, now)
  await publish(tx, orderChanged(order.user_id, { order_id: order.id, status: order.status }))
}

async function payByHand(tx: Tx, order: LockedOrder, effect: Write<'hand payment'>, now: Date): Promise<void> {
  const { by, payment, amount, paidAt } = effect
  const { way, amount: received, day } = payment
  await assertStillAllowed(tx, by, now)
  const { number } = await lastAttempt(tx, order.id)
  const attempt = { orderId: order.id, number: number + 1, amount, expiresAt: order.expires_at }
  await insertHandPayment(tx, { ...attempt, way, received, paidAt }, now)
  await transitionOrder(tx, 'admin', { order, status: 'DIBAYAR' }, now)
  await promiseRest(tx, { orderId: order.id, attemptId: null, reason: 'SURPLUS' }, now)
  const changes = [
    { field: 'status', before: order.status, after: 'DIBAYAR' },
    { field: 'by_hand', before: null, after: `${handPaymentWords[way]} ${formatRupiah(received)}, ${day}` },
  ]
  await recordChange(tx, by, { type: 'order', id: order.id }, { action: 'changed', changes }, now)
}
