export type ChargeStatus = 'pending' | 'settlement' | 'expire' | 'cancel' | 'deny'

/** The transaction of the Core API. It exists after the customer has chosen a method. Times are epoch ms. */
export interface Charge {
  transactionId: string
  vaNumber: string
  status: ChargeStatus
  chargedAt: number
  expiresAt: number
  settledAt: number | null
  /** Set by the `lateSettlement` switch on a cancelled charge. */
  settlesLateAt: number | null
}

export interface Item {
  name: string
  /** Whole rupiah, negative for a discount. */
  price: number
  quantity: number
}

export interface PaymentRequest {
  orderId: string
  /** Whole rupiah. */
  grossAmount: number
  items: Item[]
  customerName: string
  /** Null: every method the merchant has. */
  enabledPayments: string[] | null
  finishUrl: string | null
  errorUrl: string | null
  customFields: Record<string, string>
  /** The digits that the merchant wants at the end of the VA number. */
  vaSuffix: string | null
  expiry: { startAt: number | null; durationMs: number } | null
  pageExpiryMs: number | null
}

/** A Snap token and its payment. There is one per order_id: a new token replaces the old one. */
export interface Payment extends PaymentRequest {
  token: string
  notificationUrls: string[]
  createdAt: number
  pageExpiresAt: number
  canceledAt: number | null
  charge: Charge | null
}

export type ChargedPayment = Payment & { charge: Charge }

/** The state that the payment page shows. */
export type Phase = 'open' | 'pending' | 'paid' | 'expired' | 'canceled' | 'denied'

const phaseOfStatus = {
  pending: 'pending',
  settlement: 'paid',
  expire: 'expired',
  cancel: 'canceled',
  deny: 'denied',
} as const satisfies Record<ChargeStatus, Phase>

/** A page may expire before its VA: the page is then 'expired' while the VA can still be paid. */
export function phaseOf(payment: Payment, now: number): Phase {
  const phase = payment.canceledAt === null ? phaseOfStatus[payment.charge?.status ?? 'pending'] : 'canceled'
  if (phase !== 'pending') return phase
  if (now >= payment.pageExpiresAt) return 'expired'
  return payment.charge ? 'pending' : 'open'
}

export function isCharged(payment: Payment): payment is ChargedPayment {
  return payment.charge !== null
}
