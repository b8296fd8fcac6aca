import { isCharged, type Payment } from '../payments/payment.ts'
import { amountText, webhookCodeOf } from '../payments/transaction-body.ts'
import { wibText } from '../wire-time.ts'

export type Language = 'id' | 'en'

const defaultFinishUrl = 'http://example.com'

const pendingMessage = { id: 'Transaksi sedang diproses', en: 'Your Transaction is being processed' }

/** The values that snap.js passes to onPending and onSuccess; undefined while no method is chosen. All values are strings. */
export function snapResult(payment: Payment, language: Language, browserOrigin: string) {
  if (!isCharged(payment)) return undefined
  const { charge, orderId, grossAmount } = payment
  const isPaid = charge.status === 'settlement'
  return {
    status_code: isPaid ? '200' : '201',
    status_message: isPaid ? 'Success, transaction is found' : pendingMessage[language],
    transaction_id: charge.transactionId,
    order_id: orderId,
    gross_amount: isPaid ? amountText(grossAmount) : String(grossAmount), // Snap itself has no decimals while pending
    payment_type: 'bank_transfer',
    transaction_time: wibText(charge.chargedAt),
    transaction_status: charge.status,
    fraud_status: 'accept',
    bca_va_number: charge.vaNumber,
    va_numbers: [{ bank: 'bca', va_number: charge.vaNumber }],
    pdf_url: `${browserOrigin}/snap/v1/transactions/${payment.token}/pdf`,
    finish_redirect_url: finishUrl(payment),
  }
}

/** The target of the redirect page: the merchant's finish (or error) URL with the outcome appended. */
export function finishUrl(payment: Payment): string {
  const status = payment.charge?.status ?? (payment.canceledAt === null ? 'pending' : 'cancel')
  const isGood = status === 'pending' || status === 'settlement'
  const base = (isGood ? null : payment.errorUrl) ?? payment.finishUrl ?? defaultFinishUrl
  const url = new URL(URL.canParse(base) ? base : defaultFinishUrl)
  url.searchParams.append('order_id', payment.orderId)
  url.searchParams.append('status_code', webhookCodeOf[status])
  url.searchParams.append('transaction_status', status)
  return url.href
}
