import { randomUUID } from 'node:crypto'
import { type Payment, type PaymentRequest, phaseOf } from '../payments/payment.ts'
import { record } from '../payments/record.ts'
import type { Sandbox } from '../sandbox.ts'

const DEFAULT_PAGE_LIFE_MS = 24 * 3_600_000
const LONGEST_PAGE_LIFE_MS = 7 * 24 * 3_600_000

/**
 * Makes a Snap token. A second call for an order whose customer has chosen no method yet makes a new token, and the old
 * one stops working.
 * @returns undefined when the order_id is used up: a method was chosen (and, by default, whatever became of it)
 */
export function createToken(
  sandbox: Sandbox,
  request: PaymentRequest,
  notificationUrls: string[],
): Payment | undefined {
  const now = sandbox.clock.now()
  const earlier = sandbox.payments.byOrderId(request.orderId)
  if (earlier?.charge && !(sandbox.switches.reuseEndedOrderId && hasEnded(earlier, now))) return undefined
  const payment: Payment = {
    ...request,
    token: randomUUID(),
    notificationUrls,
    createdAt: now,
    pageExpiresAt: pageExpiry(request, now),
    canceledAt: null,
    charge: null,
  }
  record(sandbox, payment, { notify: false })
  return payment
}

function hasEnded(payment: Payment, now: number): boolean {
  return payment.charge?.status !== 'pending' && ['expired', 'canceled'].includes(phaseOf(payment, now))
}

function pageExpiry({ pageExpiryMs, expiry }: PaymentRequest, now: number): number {
  const latest = now + LONGEST_PAGE_LIFE_MS
  if (pageExpiryMs !== null) return Math.min(now + pageExpiryMs, latest)
  if (expiry !== null) return Math.min((expiry.startAt ?? now) + expiry.durationMs, latest)
  return now + DEFAULT_PAGE_LIFE_MS
}
