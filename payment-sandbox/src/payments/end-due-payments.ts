import type { Sandbox } from '../sandbox.ts'
import { dueAt } from './payment-store.ts'
import { setFinalStatus } from './set-final-status.ts'

/**
 * Ends every due payment, each with its webhook: pending ones expire, late money settles.
 * @returns the time of the next due payment (epoch ms), Infinity for never
 */
export function endDuePayments(sandbox: Sandbox): number {
  const now = sandbox.clock.now()
  let next = Number.POSITIVE_INFINITY
  for (const payment of [...sandbox.payments.waiting()]) {
    const due = dueAt(payment)
    if (due > now) next = Math.min(next, due)
    else setFinalStatus(sandbox, payment, payment.charge.status === 'pending' ? 'expire' : 'settlement')
  }
  return next
}
