import { paymentLabel } from '@camilan/contract/payment-methods'
import { expect, test } from 'vitest'
import { isInPopup, methodOf, outcomeOf } from './payment-state'

const transaction = {
  status: 'PENDING',
  payment_type: null,
  va_number: null,
  chosen_method: null,
  method: null,
  biller_code: null,
  bill_key: null,
  payment_code: null,
  issuer: null,
  by_hand: null,
  paid_at: null,
  expires_at: '2026-11-23T08:00:00Z',
  order_expires_at: '2026-11-24T07:00:00Z',
  is_settled: false,
  refunded_at: null,
} as const

test("an order is paid by the gateway's method, else the chosen one, else the shop's only one", () => {
  const shop = ['other_qris', 'bca_va'] as const
  expect(methodOf({ ...transaction, method: 'other_qris', chosen_method: 'gopay' }, shop)).toBe('other_qris')
  expect(methodOf({ ...transaction, chosen_method: 'gopay' }, shop)).toBe('gopay')
  expect(methodOf(transaction, shop)).toBeNull()
  expect(methodOf(transaction, ['bca_va'])).toBe('bca_va')
})

test.each([
  [{ status: 'PENDING', method: 'other_qris' }, true],
  [{ status: 'PENDING', method: 'gopay' }, true],
  [{ status: 'PENDING', method: 'indomaret' }, false],
  [{ status: 'PENDING', chosen_method: 'gopay' }, false],
  [{ status: 'KADALUARSA', method: 'other_qris' }, false],
] as const)('%o needs the open popup: %o', (change, needsIt) => {
  expect(isInPopup({ ...transaction, ...change })).toBe(needsIt)
})

test.each([
  ['PENDING', 'other_qris', null],
  ['KADALUARSA', 'other_qris', 'Waktu kode QR habis.'],
  ['KADALUARSA', 'shopeepay', 'Waktu pembayaran ShopeePay habis.'],
  ['KADALUARSA', 'bni_va', 'Waktu nomor virtual account habis.'],
  ['KADALUARSA', 'echannel', 'Waktu kode bayar habis.'],
  ['KADALUARSA', null, 'Waktu pembayaran habis.'],
  ['GAGAL', 'bca_va', 'Pembayaran tidak berhasil.'],
  ['DIBATALKAN', 'alfamart', 'Pembayaran sebelumnya sudah dibatalkan.'],
] as const)('after %s by %s the page says %s', (status, method, sentence) => {
  expect(outcomeOf({ ...transaction, status }, method)).toBe(sentence)
})

test.each([
  [{ method: 'bca_va', issuer: null }, 'BCA Virtual Account'],
  [{ method: 'other_qris', issuer: 'airpay shopee' }, 'QRIS (ShopeePay)'],
  [{ method: 'other_qris', issuer: 'Bank Contoh' }, 'QRIS (Bank Contoh)'],
  [{ method: 'other_qris', issuer: null }, 'QRIS'],
  [{ method: 'gopay', issuer: 'gopay' }, 'GoPay'],
  [{ method: null, issuer: 'dana' }, 'Lainnya'],
] as const)('%o was paid by %s', (paid, label) => {
  expect(paymentLabel(paid)).toBe(label)
})
