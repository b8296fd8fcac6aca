import { expect, test } from 'vitest'
import { byHandFrom, whyByHand } from './refund-by-hand.ts'

const days = (count: number) => count * 24 * 3_600_000
const later = (from: Date, ms: number) => new Date(from.getTime() + ms)

const paidAt = new Date('2026-11-20T03:00:00Z')
const qris = {
  used_method: 'other_qris',
  acquirer: 'gopay',
  issuer: 'gopay',
  transaction_id: 'dc8280c4-0000-4000-8000-000000000001',
  paid_at: paidAt,
  paid: 46_000,
}
const why = (overrides: Partial<typeof qris> | { used_method: null }, { amount = 46_000, after = 0 } = {}) =>
  whyByHand({ ...qris, ...overrides }, amount, later(paidAt, days(after)))

test('QRIS and GoPay go back through the gateway, in whole or in part, within 45 days', () => {
  for (const used_method of ['other_qris', 'gopay']) {
    expect(why({ used_method }, { after: 45 })).toBeNull()
    expect(why({ used_method }, { amount: 1 })).toBeNull()
    expect(why({ used_method }, { after: 45.01 })).toMatch(/dalam 45 hari/)
  }
})

test('a QR that another app has paid goes back within 7 days', () => {
  expect(why({ issuer: 'dana' }, { after: 7 })).toBeNull()
  expect(why({ issuer: 'dana' }, { after: 7.01 })).toMatch(/aplikasi lain hanya bisa .* dalam 7 hari/)
})

test('ShopeePay goes back only in whole, by its app and by its QR', () => {
  for (const payment of [{ used_method: 'shopeepay' }, { acquirer: 'airpay shopee', issuer: 'airpay shopee' }]) {
    expect(why(payment)).toBeNull()
    expect(why(payment, { amount: 45_999 })).toBe('ShopeePay hanya bisa mengembalikan seluruh pembayaran.')
  }
})

test('virtual accounts, bills, stores and unknown methods go back by hand', () => {
  for (const used_method of ['bca_va', 'permata_va', 'echannel', 'indomaret', 'alfamart', 'akulaku', null]) {
    expect(why({ used_method } as Partial<typeof qris>)).toMatch(/tidak bisa dikembalikan lewat Midtrans/)
  }
  expect(why({ used_method: 'bca_va' })).toMatch(/^Pembayaran BCA Virtual Account/)
})

test('the moment from which it goes by hand is the payment’s own where it always does', () => {
  expect(byHandFrom(qris, 46_000)).toEqual(later(paidAt, days(45) + 1))
  expect(byHandFrom({ ...qris, used_method: 'bca_va' }, 46_000)).toEqual(paidAt)
})
