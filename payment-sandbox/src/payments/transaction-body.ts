import { signatureKey } from '../signature.ts'
import { wibText } from '../wire-time.ts'
import type { ChargedPayment, ChargeStatus } from './payment.ts'

export const merchantId = 'G000000001'

/** The code in a webhook. GET status differs for expire and cancel. */
export const webhookCodeOf = {
  pending: '201',
  settlement: '200',
  expire: '202',
  cancel: '202',
  deny: '202',
} as const satisfies Record<ChargeStatus, string>

/** `46000.00`: amounts in the Core API are strings with two decimals. */
export function amountText(rupiah: number): string {
  return `${rupiah}.00`
}

/**
 * A BCA VA transaction as in webhooks and GET status. The signature includes the given status code, so the two can have
 * different signatures for the same transaction.
 */
export function transactionBody(
  { orderId, grossAmount, customFields, charge }: ChargedPayment,
  statusCode: string,
  statusMessage: string,
  serverKey: string,
) {
  return {
    va_numbers: [{ va_number: charge.vaNumber, bank: 'bca' }],
    transaction_time: wibText(charge.chargedAt),
    transaction_status: charge.status,
    transaction_id: charge.transactionId,
    status_message: statusMessage,
    status_code: statusCode,
    signature_key: signatureKey(orderId, statusCode, amountText(grossAmount), serverKey),
    ...(charge.settledAt === null ? {} : { settlement_time: wibText(charge.settledAt) }),
    payment_type: 'bank_transfer',
    payment_amounts: [],
    order_id: orderId,
    merchant_id: merchantId,
    gross_amount: amountText(grossAmount),
    fraud_status: 'accept',
    expiry_time: wibText(charge.expiresAt),
    currency: 'IDR',
    ...customFields,
  }
}
