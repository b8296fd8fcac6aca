import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { TransactionStatus } from '@camilan/midtrans/names'

/** The states that the sandbox plays. */
export type ChargeStatus = Exclude<TransactionStatus, 'authorize' | 'capture' | 'failure' | 'partial_chargeback'>

/** Money that went back. Times are epoch ms. */
export interface Refund {
  id: number
  uuid: string
  key: string
  /** Whole rupiah. */
  amount: number
  reason: string | null
  at: number
  confirmsAt: number
  /** Null until the bank has confirmed it: then the second webhook is sent. */
  confirmedAt: number | null
}

/** The transaction of the Core API. It exists after the customer has chosen a method. Times are epoch ms. */
export interface Charge {
  transactionId: string
  method: PaymentMethod
  /** GoPay or ShopeePay paid by a QR instead of its app; always true for QRIS. */
  isQr: boolean
  /** The number of a virtual account; null for other methods. */
  vaNumber: string | null
  /** Mandiri's company code and bill key. */
  billerCode: string | null
  billKey: string | null
  /** What is shown to the cashier of a store. */
  paymentCode: string | null
  /** Whose QR it is, and whose app has paid it. */
  acquirer: string | null
  issuer: string | null
  status: ChargeStatus
  chargedAt: number
  expiresAt: number
  settledAt: number | null
  /** What the bank reports later without a call: money after the end, or a withdrawn settlement. */
  turns: { at: number; to: 'settlement' | 'deny' } | null
  refunds: Refund[]
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
  customerEmail: string | null
  customerPhone: string | null
  /** Null: every method the merchant has. */
  enabledPayments: string[] | null
  finishUrl: string | null
  errorUrl: string | null
  /** Where the app of a wallet returns to. */
  callbackUrls: { gopay: string | null; shopeepay: string | null }
  customFields: Record<string, string>
  /** The digits that the merchant wants at the end of the VA number. */
  vaSuffixes: Partial<Record<PaymentMethod, string>>
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
  /** Expired ones that the customer has tried again, oldest first. */
  earlierCharges: Charge[]
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
  refund: 'paid',
  partial_refund: 'paid',
  chargeback: 'paid',
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

/** The payment with one of its charges, as each `transaction_id` is seen. */
export function chargesOf(payment: Payment): ChargedPayment[] {
  const charges = payment.charge ? [...payment.earlierCharges, payment.charge] : payment.earlierCharges
  return charges.map((charge) => ({ ...payment, charge }))
}
