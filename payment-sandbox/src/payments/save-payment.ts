import type { Sandbox } from '../sandbox.ts'
import { isCharged, type Payment } from './payment.ts'
import { dueAt } from './payment-store.ts'

/** Stores a payment before others see it. With `notify` its webhooks are stored in the same write. */
export function savePayment(sandbox: Sandbox, changed: Payment, { notify }: { notify: boolean }): void {
  const deliveries = notify && isCharged(changed) ? sandbox.webhooks.prepare(changed, sandbox.switches) : []
  const payment = sandbox.payments.withCharge(changed)
  sandbox.journal.append([
    { kind: 'payment', payment },
    ...deliveries.map((delivery) => ({ kind: 'delivery' as const, delivery })),
  ])
  sandbox.payments.put(payment)
  if (changed.charge) sandbox.paymentTimer.schedule(dueAt(changed.charge))
  sandbox.webhooks.enqueue(deliveries)
}
