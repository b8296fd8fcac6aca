import type { Sandbox } from '../sandbox.ts'
import { conclude } from './conclude.ts'
import { dueAt } from './payment-store.ts'

/** Ends every payment whose time has come, each with its webhook. Returns when the next one is due (epoch ms). */
export function lapse(sandbox: Sandbox): number {
  const now = sandbox.clock.now()
  let next = Number.POSITIVE_INFINITY
  for (const payment of [...sandbox.payments.waiting()]) {
    const due = dueAt(payment)
    if (due > now) next = Math.min(next, due)
    else conclude(sandbox, payment, payment.charge.status === 'pending' ? 'expire' : 'settlement')
  }
  return next
}
