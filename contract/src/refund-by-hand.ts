import { isPaymentMethod, paymentMethods } from './payment-methods.ts'

interface RefundedPayment {
  used_method: string | null
  acquirer: string | null
  issuer: string | null
  transaction_id: string | null
  paid_at: Date
  /** Whole rupiah. */
  paid: number
}

const dayMs = 24 * 3_600_000
/** The acquirer of a QR that ShopeePay made. It takes back no part of a payment. */
const shopee = 'airpay shopee'

/**
 * From when on a payment can only be refunded by hand, and why, as a sentence. It depends on the method that the gateway
 * reported, not on the one that the buyer chose.
 */
function byHand(payment: RefundedPayment, amountIdr: number): { from: Date; why: string } {
  const { used_method: name, acquirer, issuer, transaction_id, paid_at, paid } = payment
  const method = name !== null && isPaymentMethod(name) ? paymentMethods[name] : undefined
  const { refundDays } = method ?? {}
  if (!method || !refundDays || transaction_id === null) {
    return {
      from: paid_at,
      why: `Pembayaran ${method?.label ?? 'dengan cara ini'} tidak bisa dikembalikan lewat Midtrans.`,
    }
  }
  const isWholeOnly = method.refund === 'whole' || acquirer?.toLowerCase() === shopee
  if (isWholeOnly && amountIdr !== paid) {
    return { from: paid_at, why: 'ShopeePay hanya bisa mengembalikan seluruh pembayaran.' }
  }
  const isOtherApp = issuer !== null && issuer !== acquirer
  const windowDays = isOtherApp ? refundDays.otherApp : refundDays.own
  const app = isOtherApp ? ' dari aplikasi lain' : ''
  return {
    from: new Date(paid_at.getTime() + windowDays * dayMs + 1),
    why: `Pembayaran ${method.label}${app} hanya bisa dikembalikan lewat Midtrans dalam ${windowDays} hari.`,
  }
}

/** Why the gateway can't refund this now; null: it can. */
export function whyByHand(payment: RefundedPayment, amountIdr: number, now: Date): string | null {
  const { from, why } = byHand(payment, amountIdr)
  return now >= from ? why : null
}

/** The moment from which the gateway can't refund this; the time of the payment where it never could. */
export const byHandFrom = (payment: RefundedPayment, amountIdr: number): Date => byHand(payment, amountIdr).from
