import type { Sandbox } from '../sandbox.ts'
import { isCharged, type Payment } from './payment.ts'
import { dueAt } from './payment-store.ts'

/** Stores a payment before others see it. With `notify` its webhooks are stored in the same write. */
export function savePayment(sandbox: Sandbox, payment: Payment, { notify }: { notify: boolean }): void {
  const deliveries = notify && isCharged(payment) ? sandbox.webhooks.prepare(payment, sandbox.switches) : []
  sandbox.journal.append([
    { kind: 'payment', payment },
    ...deliveries.map((delivery) => ({ kind: 'delivery' as const, delivery })),
  ])
  sandbox.payments.put(payment)
  if (isCharged(payment)) sandbox.paymentTimer.schedule(dueAt(payment))
  sandbox.webhooks.enqueue(deliveries)
}
