import type { Sandbox } from '../sandbox.ts'
import type { ChargedPayment } from './payment.ts'
import { dueAt } from './payment-store.ts'
import { savePayment } from './save-payment.ts'
import { setFinalStatus } from './set-final-status.ts'

/**
 * Does what is due, each with its webhook: pending payments expire, late money settles, settlements are withdrawn, refunds
 * are confirmed.
 * @returns the time of the next due payment (epoch ms), Infinity for never
 */
export function endDuePayments(sandbox: Sandbox): number {
  const now = sandbox.clock.now()
  let next = Number.POSITIVE_INFINITY
  for (const payment of [...sandbox.payments.waiting()]) {
    const due = dueAt(payment.charge)
    if (due > now) next = Math.min(next, due)
    else if (payment.charge.status === 'pending') setFinalStatus(sandbox, payment, 'expire')
    else if (payment.charge.turns) setFinalStatus(sandbox, payment, payment.charge.turns.to)
    else confirmRefunds(sandbox, payment, now)
  }
  return next
}

function confirmRefunds(sandbox: Sandbox, payment: ChargedPayment, now: number): void {
  const refunds = payment.charge.refunds.map((refund) => ({
    ...refund,
    confirmedAt: refund.confirmedAt ?? (refund.confirmsAt <= now ? now : null),
  }))
  savePayment(sandbox, { ...payment, charge: { ...payment.charge, refunds } }, { notify: true })
}
