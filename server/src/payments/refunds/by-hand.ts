import { isPaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import { days, later } from '../../platform/clock.ts'

interface SendablePayment {
  used_method: string | null
  acquirer: string | null
  issuer: string | null
  transaction_id: string | null
  paid_at: Date
  /** Whole rupiah. */
  paid: number
}

/** The acquirer of a QR that ShopeePay made. It takes back no part of a payment. */
const shopee = 'airpay shopee'

/**
 * Why the gateway can't refund this, as a sentence; null: it can. It depends on the method that the gateway reported, not on
 * the one that the buyer chose.
 */
export function whyByHand(payment: SendablePayment, amountIdr: number, now: Date): string | null {
  const { used_method: name, acquirer, issuer, transaction_id, paid_at, paid } = payment
  const method = name !== null && isPaymentMethod(name) ? paymentMethods[name] : undefined
  const { refundDays } = method ?? {}
  if (!method || !refundDays || transaction_id === null) {
    return `Pembayaran ${method?.label ?? 'dengan cara ini'} tidak bisa dikembalikan lewat Midtrans.`
  }
  const isWholeOnly = method.refund === 'whole' || acquirer?.toLowerCase() === shopee
  if (isWholeOnly && amountIdr !== paid) return 'ShopeePay hanya bisa mengembalikan seluruh pembayaran.'
  const isOtherApp = issuer !== null && issuer !== acquirer
  const windowDays = isOtherApp ? refundDays.otherApp : refundDays.own
  if (now > later(paid_at, days(windowDays))) {
    const app = isOtherApp ? ' dari aplikasi lain' : ''
    return `Pembayaran ${method.label}${app} hanya bisa dikembalikan lewat Midtrans dalam ${windowDays} hari.`
  }
  return null
}
