import { expect, test } from 'vitest'
import { emptyReport, readAmount, StatusAnswer, toReport, writeTime } from './wire.ts'

const stateOf = (answer: object) => toReport(StatusAnswer.parse(answer)).state

test('each status of Midtrans has a state', () => {
  const states = {
    pending: 'pending',
    authorize: 'pending',
    settlement: 'settled',
    capture: 'settled',
    deny: 'denied',
    failure: 'denied',
    expire: 'expired',
    cancel: 'cancelled',
    refund: 'refunded',
    partial_refund: 'partly-refunded',
    chargeback: 'charged-back',
    partial_chargeback: 'partly-charged-back',
    PENDING: 'pending',
    'something new': 'unknown',
    constructor: 'unknown',
  }
  const read = Object.keys(states).map((word) => [word, stateOf({ status_code: '200', transaction_status: word })])
  expect(Object.fromEntries(read)).toEqual(states)
})

test('a card payment that is checked for fraud is not settled', () => {
  const capture = { status_code: '201', transaction_status: 'capture' }
  expect(stateOf({ ...capture, fraud_status: 'challenge' })).toBe('pending')
  expect(stateOf({ ...capture, fraud_status: 'accept' })).toBe('settled')
})

test('404 in the body is a payment without a method; any other code without a status is unknown', () => {
  expect(stateOf({ status_code: '404' })).toBe('absent')
  expect(stateOf({ status_code: '412' })).toBe('unknown')
})

test('a field that is missing or has another type counts as null', () => {
  expect(toReport(StatusAnswer.parse({ status_code: '201', transaction_status: 'pending', order_id: 7 }))).toEqual({
    ...emptyReport,
    state: 'pending',
    gatewayState: 'pending',
  })
})

test.each([
  ['bca_va', { payment_type: 'bank_transfer', va_numbers: [{ va_number: '1', bank: 'bca' }] }, { vaNumber: '1' }],
  ['bni_va', { payment_type: 'bank_transfer', va_numbers: [{ va_number: '2', bank: 'bni' }] }, { vaNumber: '2' }],
  ['bri_va', { payment_type: 'bank_transfer', va_numbers: [{ va_number: '3', bank: 'BRI' }] }, { vaNumber: '3' }],
  ['cimb_va', { payment_type: 'bank_transfer', va_numbers: [{ va_number: '4', bank: 'cimb' }] }, { vaNumber: '4' }],
  ['permata_va', { payment_type: 'bank_transfer', permata_va_number: '8625003' }, { vaNumber: '8625003' }],
  [
    'echannel',
    { payment_type: 'echannel', biller_code: '70012', bill_key: '990000000001' },
    { billerCode: '70012', billKey: '990000000001' },
  ],
  ['other_qris', { payment_type: 'qris', acquirer: 'gopay', issuer: 'dana' }, { acquirer: 'gopay', issuer: 'dana' }],
  ['gopay', { payment_type: 'gopay' }, {}],
  ['shopeepay', { payment_type: 'shopeepay' }, {}],
  ['alfamart', { payment_type: 'cstore', store: 'alfamart', payment_code: '8888' }, { paymentCode: '8888' }],
  ['indomaret', { payment_type: 'CSTORE', store: 'indomaret', payment_code: '9999' }, { paymentCode: '9999' }],
  [null, { payment_type: 'bank_transfer', va_numbers: [{ va_number: '5', bank: 'mega' }] }, { vaNumber: '5' }],
  [null, { payment_type: 'bank_transfer' }, {}],
  [null, { payment_type: 'credit_card' }, {}],
  [null, {}, {}],
])('a payment by %s is read with what its buyer needs', (method, answer, details) => {
  const read = toReport(StatusAnswer.parse({ status_code: '201', transaction_status: 'pending', ...answer }))
  expect(read).toEqual({
    ...emptyReport,
    state: 'pending',
    gatewayState: 'pending',
    paymentType: read.paymentType,
    method,
    ...details,
  })
})

test.each([
  ['46000.00', 46_000],
  ['46000', 46_000],
  ['46000.50', null],
  ['-46000.00', null],
  ['46.000,00', null],
  ['', null],
  ['1e5', null],
  [null, null],
])('the amount %j is read as %j', (written, amount) => {
  expect(readAmount(written)).toBe(amount)
})

test('times are in Jakarta time', () => {
  const settledAt = (settlement_time: string) => toReport(StatusAnswer.parse({ settlement_time })).settledAt
  expect(settledAt('2026-12-31 23:30:00')).toEqual(new Date('2026-12-31T16:30:00Z'))
  expect(settledAt('2026-13-31 23:30:00')).toBeNull()
  expect(settledAt('besok')).toBeNull()
  expect(writeTime(new Date('2026-12-31T17:00:05Z'))).toBe('2027-01-01 00:00:05 +0700')
})

test('texts that PostgreSQL could not store are cleaned, also where a sign is cut in the middle', () => {
  const va_numbers = [{ bank: 'bca', va_number: `${'1'.repeat(31)}🍪` }]
  const { transactionId, vaNumber } = toReport(StatusAnswer.parse({ transaction_id: 'a\0b\ud800c', va_numbers }))
  expect([transactionId, vaNumber]).toEqual(['ab\ufffdc', `${'1'.repeat(31)}\ufffd`])
})

test('refunds are read from a list, from the key of one, and from their sum', () => {
  const refunds = (answer: object) => {
    const { refunds, refundedAmount } = toReport(
      StatusAnswer.parse({ transaction_status: 'partial_refund', ...answer }),
    )
    return { refunds, refundedAmount }
  }
  const entry = {
    refund_chargeback_id: 1,
    refund_amount: '5000.00',
    created_at: '2026-11-22 15:00:00',
    refund_key: 'A-r1',
  }
  const read = { key: 'A-r1', id: '1', amountIdr: 5_000, at: new Date('2026-11-22T08:00:00Z'), confirmedAt: null }
  expect(refunds({ refund_amount: '5000.00', refunds: [entry] })).toEqual({ refunds: [read], refundedAmount: 5_000 })
  const confirmed = { ...entry, refund_chargeback_uuid: 'u-1', bank_confirmed_at: '2026-11-22 15:00:20' }
  expect(refunds({ refunds: [confirmed, {}] }).refunds).toEqual([
    { ...read, id: 'u-1', confirmedAt: new Date('2026-11-22T08:00:20Z') },
    { key: null, id: null, amountIdr: null, at: null, confirmedAt: null },
  ])
  expect(refunds({ refund_key: 'A-r1' }).refunds).toMatchObject([{ key: 'A-r1', amountIdr: null }])
  for (const odd of [{}, { refunds: 'x' }, { refunds: [7], refund_amount: [] }]) {
    expect(refunds(odd)).toEqual({ refunds: [], refundedAmount: null })
  }
})
