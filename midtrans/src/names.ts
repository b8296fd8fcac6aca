/**
 * Midtrans's names, types and state words, without logic. Sources: docs.midtrans.com, "Request body (JSON) parameter", "Get
 * transaction status", "Transaction status cycle", "HTTP notifications", "Refund transaction".
 */

/** The methods in Snap's `enabled_payments`. */
export const methodNames = [
  ...(['other_qris', 'gopay', 'shopeepay', 'bca_va', 'bni_va', 'bri_va', 'echannel', 'permata_va', 'cimb_va'] as const),
  ...(['alfamart', 'indomaret'] as const),
]
export type MethodName = (typeof methodNames)[number]

/** `payment_type` in answers. */
export type PaymentType = 'bank_transfer' | 'echannel' | 'cstore' | 'qris' | 'gopay' | 'shopeepay'

/** `transaction_status`. Midtrans may add others. */
export type TransactionStatus =
  | 'authorize'
  | 'capture'
  | 'pending'
  | 'settlement'
  | 'deny'
  | 'failure'
  | 'expire'
  | 'cancel'
  | 'refund'
  | 'partial_refund'
  | 'chargeback'
  | 'partial_chargeback'

/** The body of POST /snap/v1/transactions. */
export interface SnapBody {
  transaction_details: { order_id: string; gross_amount: number }
  item_details: { id: string; name: string; price: number; quantity: number }[]
  customer_details: { first_name: string; phone?: string; email?: string }
  enabled_payments: readonly string[]
  expiry: { start_time: string; duration: number; unit: 'minutes' }
  callbacks: { finish: string }
}

/** The body of POST /v2/{id}/refund. */
export interface RefundBody {
  refund_key: string
  amount: number
  reason: string
}

/** An entry of `refunds`. */
export interface RefundEntry {
  refund_chargeback_id?: number | string
  refund_chargeback_uuid?: string
  refund_amount?: string
  created_at?: string
  reason?: string
  refund_key?: string
  refund_method?: string
  bank_confirmed_at?: string
}

/** A notification, or an answer of the Core API. A time is Jakarta's, as `2026-11-20 14:00:05`; an amount is `46000.00`. */
export interface TransactionBody {
  status_code: string
  status_message?: string
  transaction_status?: string
  transaction_id?: string
  order_id?: string
  merchant_id?: string
  gross_amount?: string
  currency?: string
  payment_type?: string
  fraud_status?: string
  signature_key?: string
  transaction_time?: string
  settlement_time?: string
  expiry_time?: string
  va_numbers?: { va_number: string | null; bank: string }[]
  payment_amounts?: { paid_at: string; amount: string }[]
  permata_va_number?: string | null
  biller_code?: string | null
  bill_key?: string | null
  store?: string
  payment_code?: string | null
  approval_code?: string
  acquirer?: string | null
  issuer?: string
  transaction_type?: 'on-us' | 'off-us'
  merchant_cross_reference_id?: string
  pop_id?: string
  customer_details?: { full_name: string; email: string; phone: string }
  payment_option_type?: string
  shopeepay_reference_number?: string
  reference_id?: string
  refund_amount?: string
  refund_key?: string
  refund_chargeback_id?: number | string
  refund_chargeback_uuid?: string
  refunds?: RefundEntry[]
}
