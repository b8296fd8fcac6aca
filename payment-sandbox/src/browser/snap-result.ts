import { isCharged, type Payment } from '../payments/payment.ts'
import { amountText, WEBHOOK_CODE } from '../payments/transaction-body.ts'
import { wibText } from '../wire-time.ts'

export type Language = 'id' | 'en'

const FINISH_WHEN_UNSET = 'http://example.com'

const PENDING_MESSAGE = { id: 'Transaksi sedang diproses', en: 'Your Transaction is being processed' }

/** What snap.js hands to onPending and onSuccess; undefined while no method is chosen. All values are text. */
export function snapResult(payment: Payment, language: Language, browserOrigin: string) {
  if (!isCharged(payment)) return undefined
  const { charge, orderId, grossAmount } = payment
  const isPaid = charge.status === 'settlement'
  return {
    status_code: isPaid ? '200' : '201',
    status_message: isPaid ? 'Success, transaction is found' : PENDING_MESSAGE[language],
    transaction_id: charge.transactionId,
    order_id: orderId,
    gross_amount: isPaid ? amountText(grossAmount) : String(grossAmount), // Snap differs here too
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

/** Where the redirect page sends the customer: the merchant's finish (or error) address with the outcome appended. */
export function finishUrl(payment: Payment): string {
  const status = payment.charge?.status ?? (payment.canceledAt === null ? 'pending' : 'cancel')
  const isGood = status === 'pending' || status === 'settlement'
  const address = (isGood ? null : payment.errorUrl) ?? payment.finishUrl ?? FINISH_WHEN_UNSET
  const url = new URL(URL.canParse(address) ? address : FINISH_WHEN_UNSET)
  url.searchParams.append('order_id', payment.orderId)
  url.searchParams.append('status_code', WEBHOOK_CODE[status])
  url.searchParams.append('transaction_status', status)
  return url.href
}
