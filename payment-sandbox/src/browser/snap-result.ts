import { type Charge, isCharged, type Payment, phaseOf } from '../payments/payment.ts'
import { amountText, bankOf, paymentType, webhookCodeOf } from '../payments/transaction-body.ts'
import type { Sandbox } from '../sandbox.ts'
import { wibText } from '../wire-time.ts'

const defaultFinishUrl = 'http://example.com'

/** The callback of the merchant's page that snap.js calls, and what it passes. */
export interface Outcome {
  callback: 'onSuccess' | 'onPending' | 'onError' | 'onClose'
  result?: object
}

/** How a visit to the payment page ends. The customer leaves by its button, or dismisses the popup by the X or Escape. */
export function outcomeOf(sandbox: Sandbox, payment: Payment, how: 'left' | 'dismissed'): Outcome {
  const phase = phaseOf(payment, sandbox.clock.now())
  const result = snapResult(payment, sandbox.browserOrigin())
  if (phase === 'paid') return { callback: 'onSuccess', result }
  if (phase === 'denied') {
    return { callback: 'onError', result: { ...result, status_code: '202', status_message: ['Deny by Bank'] } }
  }
  if (phase !== 'pending') return { callback: 'onClose' }
  const callback = how === 'dismissed' ? sandbox.switches.closeAfterVa : 'onPending'
  return callback === 'onPending' ? { callback, result } : { callback }
}

/** The values that snap.js passes to onPending and onSuccess; nothing while no method is chosen. */
function snapResult(payment: Payment, browserOrigin: string): object {
  if (!isCharged(payment)) return {}
  const { charge, orderId, grossAmount } = payment
  const isPaid = charge.status === 'settlement'
  const state = { status_code: isPaid ? '200' : '201', transaction_status: charge.status }
  const payment_type = charge.method === 'gopay' ? 'gopay' : paymentType(charge) // the webhook of a GoPay QR says qris
  const finish_redirect_url = finishUrl(payment)
  if (charge.method === 'gopay' && !charge.isQr && !isPaid) {
    return { ...state, payment_type, pdf_url: null, finish_redirect_url }
  }
  return {
    ...state,
    status_message: isPaid ? 'Success, transaction is found' : 'Transaksi sedang diproses',
    transaction_id: charge.transactionId,
    order_id: orderId,
    gross_amount: isPaid ? amountText(grossAmount) : String(grossAmount), // Snap itself has no decimals while pending
    payment_type,
    transaction_time: wibText(charge.chargedAt),
    ...(charge.method === 'indomaret' ? {} : { fraud_status: 'accept' }),
    ...paidWithFields(charge, `${browserOrigin}/snap/v1/transactions/${payment.token}/pdf`),
    finish_redirect_url,
  }
}

/** What the buyer needs to pay. Source: docs.midtrans.com, "JS callback". */
function paidWithFields({ method, status, vaNumber, billerCode, billKey, paymentCode }: Charge, pdf_url: string) {
  if (paymentCode !== null) return { payment_code: paymentCode, pdf_url }
  if (billKey !== null) return { bill_key: billKey, biller_code: billerCode, pdf_url }
  if (method === 'permata_va') return { permata_va_number: vaNumber, pdf_url }
  if (vaNumber === null) return method === 'gopay' && status === 'settlement' ? { pdf_url: null } : {}
  const va_numbers = [{ bank: bankOf(method), va_number: vaNumber }]
  return method === 'bca_va' ? { bca_va_number: vaNumber, va_numbers, pdf_url } : { va_numbers, pdf_url }
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
