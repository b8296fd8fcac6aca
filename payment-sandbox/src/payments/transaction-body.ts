import { createHash } from 'node:crypto'
import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { PaymentType, RefundEntry, TransactionBody } from '@camilan/midtrans/names'
import { signatureKey } from '../signature.ts'
import { wibText } from '../wire-time.ts'
import type { Charge, ChargedPayment, ChargeStatus, Refund } from './payment.ts'

export const merchantId = 'G000000001'

/** The code in a webhook. GET status differs for expire and cancel. */
export const webhookCodeOf = {
  pending: '201',
  settlement: '200',
  expire: '202',
  cancel: '202',
  deny: '202',
  refund: '200',
  partial_refund: '200',
  chargeback: '200',
} as const satisfies Record<ChargeStatus, string>

/** `46000.00`: amounts in the Core API are strings with two decimals. */
export function amountText(rupiah: number): string {
  return `${rupiah}.00`
}

/** `bni` of `bni_va`. */
export const bankOf = (method: PaymentMethod) => method.replace('_va', '')

const paymentTypes: Record<PaymentMethod, PaymentType> = {
  other_qris: 'qris',
  gopay: 'gopay',
  shopeepay: 'shopeepay',
  bca_va: 'bank_transfer',
  bni_va: 'bank_transfer',
  bri_va: 'bank_transfer',
  echannel: 'echannel',
  permata_va: 'bank_transfer',
  cimb_va: 'bank_transfer',
  alfamart: 'cstore',
  indomaret: 'cstore',
}

/** GoPay and ShopeePay are 'qris' when they are paid by a QR. */
export const paymentType = ({ method, isQr }: Charge): PaymentType => (isQr ? 'qris' : paymentTypes[method])

/** The fields of every answer about a transaction. */
export function answerBody(
  { orderId, grossAmount, customFields, charge }: ChargedPayment,
  statusCode: string,
  statusMessage: string,
): TransactionBody {
  return {
    transaction_time: wibText(charge.chargedAt),
    transaction_status: charge.status,
    transaction_id: charge.transactionId,
    status_message: statusMessage,
    status_code: statusCode,
    payment_type: paymentType(charge),
    order_id: orderId,
    merchant_id: merchantId,
    gross_amount: amountText(grossAmount),
    ...(charge.method === 'indomaret' ? {} : { fraud_status: 'accept' }),
    currency: 'IDR',
    ...customFields,
  }
}

/**
 * A transaction as in webhooks and GET status. The signature includes the given status code, so the two can have different
 * signatures for the same transaction.
 */
export function transactionBody(
  payment: ChargedPayment,
  statusCode: string,
  statusMessage: string,
  serverKey: string,
): TransactionBody {
  const { orderId, grossAmount, charge } = payment
  return {
    ...answerBody(payment, statusCode, statusMessage),
    ...fieldsOfMethod(payment),
    signature_key: signatureKey(orderId, statusCode, amountText(grossAmount), serverKey),
    ...(charge.settledAt === null ? {} : { settlement_time: wibText(charge.settledAt) }),
    expiry_time: wibText(charge.expiresAt),
    ...refundFields(charge),
  }
}

/** Sources: docs.midtrans.com, "HTTP notifications", the page of each method, and webhooks of the real sandbox. */
function fieldsOfMethod(payment: ChargedPayment): Partial<TransactionBody> {
  const { charge, grossAmount } = payment
  const { method, settledAt } = charge
  if (charge.isQr) return qrFields(payment)
  switch (method) {
    case 'permata_va':
      return { permata_va_number: charge.vaNumber }
    case 'echannel':
      return { biller_code: charge.billerCode, bill_key: charge.billKey }
    case 'indomaret':
    case 'alfamart': {
      const approval = method === 'indomaret' && settledAt !== null ? { approval_code: digits(charge, 12) } : {}
      return { store: method, payment_code: charge.paymentCode, ...approval }
    }
    case 'gopay':
      return settledAt === null ? {} : { payment_option_type: 'GOPAY_WALLET' }
    case 'shopeepay':
      return settledAt === null ? {} : shopeeReferences(charge)
    default: {
      const isPaidBni = method === 'bni_va' && settledAt !== null
      const paid = isPaidBni ? [{ paid_at: wibText(settledAt), amount: amountText(grossAmount) }] : []
      return {
        va_numbers: [{ va_number: charge.vaNumber, bank: bankOf(method) }],
        ...(method === 'cimb_va' ? {} : { payment_amounts: paid }),
      }
    }
  }
}

function qrFields({ charge, customerName, customerEmail, customerPhone }: ChargedPayment): Partial<TransactionBody> {
  const { acquirer, issuer } = charge
  if (issuer === null) return { acquirer }
  const isOnUs = issuer === acquirer
  return {
    acquirer,
    issuer,
    transaction_type: isOnUs ? 'on-us' : 'off-us',
    ...(isOnUs ? { merchant_cross_reference_id: uuidOf(charge, 'cross reference') } : {}),
    ...(acquirer === 'gopay' ? {} : shopeeReferences(charge)),
    pop_id: 'a235d343-0000-4000-8000-000000000002',
    customer_details: { full_name: customerName, email: customerEmail ?? '', phone: customerPhone ?? '' },
  }
}

function shopeeReferences(charge: Charge): Partial<TransactionBody> {
  return { shopeepay_reference_number: digits(charge, 18), reference_id: uuidOf(charge, 'reference') }
}

function refundFields({ refunds }: Charge): Partial<TransactionBody> {
  if (refunds.length === 0) return {}
  return { refund_amount: amountText(refundedAmount(refunds)), refunds: refunds.map(refundEntry) }
}

/** Whole rupiah. */
export const refundedAmount = (refunds: Refund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)

function refundEntry({ id, uuid, key, amount, reason, at, confirmedAt }: Refund): RefundEntry {
  return {
    refund_chargeback_id: id,
    refund_chargeback_uuid: uuid,
    refund_amount: amountText(amount),
    created_at: wibText(at),
    ...(reason === null ? {} : { reason }),
    refund_key: key,
    refund_method: 'online',
    ...(confirmedAt === null ? {} : { bank_confirmed_at: wibText(confirmedAt) }),
  }
}

/** A number that another party gave: the same for each report of a transaction. */
function digits({ transactionId }: Charge, length: number): string {
  return BigInt(`0x${hash(transactionId)}`)
    .toString()
    .slice(0, length)
}

function uuidOf({ transactionId }: Charge, what: string): string {
  return hash(`${transactionId} ${what}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
