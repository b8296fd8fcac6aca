import type { Sandbox } from '../sandbox.ts'
import { isCharged, type Payment } from './payment.ts'
import { dueAt } from './payment-store.ts'

/** Writes a payment down, for good, before anybody hears of it; with `notify` its webhooks in the same write. */
export function record(sandbox: Sandbox, payment: Payment, { notify }: { notify: boolean }): void {
  const deliveries = notify && isCharged(payment) ? sandbox.webhooks.draft(payment, sandbox.switches) : []
  sandbox.journal.append([
    { kind: 'payment', payment },
    ...deliveries.map((delivery) => ({ kind: 'delivery' as const, delivery })),
  ])
  sandbox.payments.put(payment)
  if (isCharged(payment)) sandbox.lapses.setFor(dueAt(payment))
  sandbox.webhooks.enqueue(deliveries)
}
