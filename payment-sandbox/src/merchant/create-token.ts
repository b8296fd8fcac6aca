import { randomUUID } from 'node:crypto'
import { type Payment, type PaymentRequest, phaseOf } from '../payments/payment.ts'
import { savePayment } from '../payments/save-payment.ts'
import type { Sandbox } from '../sandbox.ts'

const defaultPageLifeMs = 24 * 3_600_000
const longestPageLifeMs = 7 * 24 * 3_600_000

/**
 * Makes a Snap token. Another call for an order whose customer has not chosen a method yet makes a new token, and the old
 * one stops working.
 * @returns undefined if the order_id can't be used again: a method was chosen (by default also if that payment has ended)
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
    earlierCharges: [],
  }
  savePayment(sandbox, payment, { notify: false })
  return payment
}

function hasEnded(payment: Payment, now: number): boolean {
  return payment.charge?.status !== 'pending' && ['expired', 'canceled'].includes(phaseOf(payment, now))
}

function pageExpiry({ pageExpiryMs, expiry }: PaymentRequest, now: number): number {
  const latest = now + longestPageLifeMs
  if (pageExpiryMs !== null) return Math.min(now + pageExpiryMs, latest)
  if (expiry !== null) return Math.min((expiry.startAt ?? now) + expiry.durationMs, latest)
  return now + defaultPageLifeMs
}
