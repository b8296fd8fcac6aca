/**
 * Bodies as docs.midtrans.com shows them and as its sandbox sends them, with values of our own. The client reads them; the
 * payment sandbox plays them, so that its names are compared with something that is not in its code.
 */
import type { MethodName, SnapBody, TransactionBody } from '../names.ts'
import type { PaymentReport } from '../wire.ts'

export interface TransactionSample {
  name: string
  from: 'notification' | 'status'
  body: TransactionBody
  /** What the client reads in it; all else is as in `readOfAll`. */
  read: Partial<PaymentReport>
  /** What happens to a payment of `snapBody` until it is reported so. */
  played: { method: MethodName; isQr?: true; paidBy?: 'dana'; acts: { act: string; form?: object }[] }
}

export const snapBody: SnapBody = {
  transaction_details: { order_id: 'SNACK-1001-1', gross_amount: 46_000 },
  item_details: [
    { id: 'p1', name: 'Nastar', price: 20_000, quantity: 2 },
    { id: 'shipping', name: 'Ongkos Kirim', price: 4_000, quantity: 1 },
    { id: 'service', name: 'Biaya Pelayanan', price: 2_000, quantity: 1 },
  ],
  customer_details: { first_name: 'Budi', phone: '+628120000000', email: 'budi@example.test' },
  enabled_payments: ['bca_va', 'gopay'],
  expiry: { start_time: '2026-11-20 14:00:00 +0700', duration: 90, unit: 'minutes' },
  callbacks: { finish: 'https://camilan.example/my-order/order/SNACK-1001' },
}

const common = {
  transaction_time: '2026-11-20 14:00:05',
  transaction_id: '7b1d6f0e-2f55-4f0a-9a51-0d5d0a6b1c11',
  signature_key: 'a'.repeat(128),
  order_id: snapBody.transaction_details.order_id,
  merchant_id: 'G000000001',
  gross_amount: '46000.00',
  fraud_status: 'accept',
  currency: 'IDR',
  expiry_time: '2026-11-20 15:30:00',
}
const settlement_time = '2026-11-20 14:04:41'

const notified = { ...common, status_message: 'midtrans payment notification' }
const asked = { ...common, status_message: 'Success, transaction is found' }
const pending = { transaction_status: 'pending', status_code: '201' }
const settled = { transaction_status: 'settlement', status_code: '200', settlement_time }
const bank = (name: string) => ({
  payment_type: 'bank_transfer',
  va_numbers: [{ va_number: '12345678901', bank: name }],
})
const { fraud_status: _, ...withoutFraudStatus } = notified
const customer = { full_name: 'Budi', email: 'budi@example.test', phone: '+628120000000' }
const qr = { payment_type: 'qris', acquirer: 'gopay' }
const refundEntry = {
  refund_chargeback_id: 1,
  refund_chargeback_uuid: '21a2b0a9-0000-4000-8000-000000000004',
  refund_amount: '5000.00',
  created_at: '2026-11-22 15:00:00',
  reason: 'stok habis',
  refund_key: 'SNACK-1001-1-r1',
  refund_method: 'online',
  bank_confirmed_at: '2026-11-22 15:00:20',
}

const [charge, pay] = [{ act: 'charge' }, { act: 'pay' }]
const number = { vaNumber: '12345678901' }
const isPending = { state: 'pending', gatewayState: 'pending' } as const
const isSettled = { state: 'settled', gatewayState: 'settlement', settledAt: new Date('2026-11-20T07:04:41Z') } as const

export const transactionSamples: TransactionSample[] = [
  {
    name: 'a number of BCA',
    from: 'notification',
    body: { ...notified, ...pending, ...bank('bca'), payment_amounts: [] },
    read: { ...isPending, ...number, paymentType: 'bank_transfer', method: 'bca_va' },
    played: { method: 'bca_va', acts: [charge] },
  },
  {
    name: 'a payment to BCA',
    from: 'status',
    body: { ...asked, ...settled, ...bank('bca'), payment_amounts: [] },
    read: { ...isSettled, ...number, paymentType: 'bank_transfer', method: 'bca_va' },
    played: { method: 'bca_va', acts: [pay] },
  },
  {
    name: 'a number whose time is over, when asked',
    from: 'status',
    body: { ...asked, ...bank('bca'), payment_amounts: [], transaction_status: 'expire', status_code: '407' },
    read: { ...number, state: 'expired', gatewayState: 'expire', paymentType: 'bank_transfer', method: 'bca_va' },
    played: { method: 'bca_va', acts: [charge, { act: 'expire' }] },
  },
  {
    name: 'a number whose time is over, when told',
    from: 'notification',
    body: { ...notified, ...bank('bri'), payment_amounts: [], transaction_status: 'expire', status_code: '202' },
    read: { ...number, state: 'expired', gatewayState: 'expire', paymentType: 'bank_transfer', method: 'bri_va' },
    played: { method: 'bri_va', acts: [charge, { act: 'expire' }] },
  },
  {
    name: 'a payment to BNI, with what was paid',
    from: 'notification',
    body: {
      ...{ ...notified, ...settled, ...bank('bni') },
      payment_amounts: [{ paid_at: settlement_time, amount: '46000.00' }],
    },
    read: { ...isSettled, ...number, paymentType: 'bank_transfer', method: 'bni_va' },
    played: { method: 'bni_va', acts: [pay] },
  },
  {
    name: 'a number of CIMB',
    from: 'notification',
    body: { ...notified, ...pending, ...bank('cimb') },
    read: { ...isPending, ...number, paymentType: 'bank_transfer', method: 'cimb_va' },
    played: { method: 'cimb_va', acts: [charge] },
  },
  {
    name: 'a settlement of Permata that was taken back',
    from: 'notification',
    body: {
      ...{ ...notified, payment_type: 'bank_transfer', permata_va_number: '12345678901' },
      ...{ transaction_status: 'deny', status_code: '202', settlement_time },
    },
    read: {
      ...{ ...number, paymentType: 'bank_transfer', method: 'permata_va', settledAt: isSettled.settledAt },
      ...{ state: 'denied', gatewayState: 'deny' },
    },
    played: { method: 'permata_va', acts: [pay, { act: 'reverse' }] },
  },
  {
    name: 'a bill of Mandiri',
    from: 'status',
    body: { ...asked, ...pending, payment_type: 'echannel', biller_code: '70012', bill_key: '990000000001' },
    read: {
      ...{ ...isPending, paymentType: 'echannel', method: 'echannel' },
      ...{ billerCode: '70012', billKey: '990000000001' },
    },
    played: { method: 'echannel', acts: [charge] },
  },
  {
    name: 'a QR',
    from: 'notification',
    body: { ...notified, ...pending, ...qr },
    read: { ...isPending, paymentType: 'qris', method: 'other_qris', acquirer: 'gopay' },
    played: { method: 'other_qris', acts: [charge] },
  },
  {
    name: 'a QR that the app of its own company paid',
    from: 'notification',
    body: {
      ...{ ...notified, ...settled, ...qr, issuer: 'gopay', transaction_type: 'on-us', customer_details: customer },
      merchant_cross_reference_id: '7326285a-0000-4000-8000-000000000003',
      pop_id: 'a235d343-0000-4000-8000-000000000002',
    },
    read: { ...isSettled, paymentType: 'qris', method: 'other_qris', acquirer: 'gopay', issuer: 'gopay' },
    played: { method: 'gopay', isQr: true, acts: [charge, pay] },
  },
  {
    name: 'a QR that another app paid',
    from: 'notification',
    body: {
      ...{ ...notified, ...settled, ...qr, issuer: 'dana', transaction_type: 'off-us', customer_details: customer },
      pop_id: 'a235d343-0000-4000-8000-000000000002',
    },
    read: { ...isSettled, paymentType: 'qris', method: 'other_qris', acquirer: 'gopay', issuer: 'dana' },
    played: { method: 'other_qris', paidBy: 'dana', acts: [pay] },
  },
  {
    name: 'a payment by the app of ShopeePay',
    from: 'notification',
    body: {
      ...{ ...notified, ...settled, payment_type: 'shopeepay', shopeepay_reference_number: '123456789012345678' },
      reference_id: '5f7d0000-0000-4000-8000-000000000005',
    },
    read: { ...isSettled, paymentType: 'shopeepay', method: 'shopeepay' },
    played: { method: 'shopeepay', acts: [pay] },
  },
  {
    name: 'a payment at Indomaret',
    from: 'notification',
    body: {
      ...{ ...withoutFraudStatus, ...settled, payment_type: 'cstore', store: 'indomaret' },
      ...{ payment_code: '123456789012', approval_code: '998877665544' },
    },
    read: { ...isSettled, paymentType: 'cstore', method: 'indomaret', paymentCode: '123456789012' },
    played: { method: 'indomaret', acts: [pay] },
  },
  {
    name: 'a code for Alfamart',
    from: 'status',
    body: { ...asked, ...pending, payment_type: 'cstore', store: 'alfamart', payment_code: '123456789012' },
    read: { ...isPending, paymentType: 'cstore', method: 'alfamart', paymentCode: '123456789012' },
    played: { method: 'alfamart', acts: [charge] },
  },
  {
    name: 'a part of GoPay that went back',
    from: 'notification',
    body: {
      ...{ ...notified, ...settled, payment_type: 'gopay', payment_option_type: 'GOPAY_WALLET' },
      ...{ transaction_status: 'partial_refund', refund_amount: '5000.00', refunds: [refundEntry] },
    },
    read: {
      ...{ ...isSettled, state: 'partly-refunded', gatewayState: 'partial_refund' },
      ...{ paymentType: 'gopay', method: 'gopay', refundedAmount: 5_000 },
      refunds: [
        {
          ...{ key: 'SNACK-1001-1-r1', id: '21a2b0a9-0000-4000-8000-000000000004', amountIdr: 5_000 },
          at: new Date('2026-11-22T08:00:00Z'),
          confirmedAt: new Date('2026-11-22T08:00:20Z'),
        },
      ],
    },
    played: {
      method: 'gopay',
      acts: [pay, { act: 'refund', form: { amount: 5_000, key: 'SNACK-1001-1-r1', reason: 'stok habis' } }],
    },
  },
  {
    name: 'money that a bank took back',
    from: 'status',
    body: { ...asked, ...settled, ...bank('bri'), payment_amounts: [], transaction_status: 'chargeback' },
    read: {
      ...{ ...isSettled, ...number, state: 'charged-back', gatewayState: 'chargeback' },
      ...{ paymentType: 'bank_transfer', method: 'bri_va' },
    },
    played: { method: 'bri_va', acts: [pay, { act: 'chargeback' }] },
  },
]

/** What the client reads in all samples. */
export const readOfAll: Partial<PaymentReport> = {
  orderId: common.order_id,
  amount: 46_000,
  currency: 'IDR',
  transactionId: common.transaction_id,
  expiresAt: new Date('2026-11-20T08:30:00Z'),
  settledAt: new Date('2026-11-20T07:00:05Z'),
}
