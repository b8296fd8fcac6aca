import { expect, test } from 'vitest'
import { readAmount, StatusAnswer, toReport, writeTime } from './gateway-wire.ts'

const stateOf = (answer: object) => toReport(StatusAnswer.parse(answer)).state

test('each status of Midtrans has a state of the shop', () => {
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
    partial_refund: 'refunded',
    chargeback: 'refunded',
    partial_chargeback: 'refunded',
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
    state: 'pending',
    gatewayState: 'pending',
    orderId: null,
    amount: null,
    currency: null,
    transactionId: null,
    paymentType: null,
    vaNumber: null,
    settledAt: null,
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

test('texts that PostgreSQL could not store are cleaned', () => {
  const { transactionId } = toReport(StatusAnswer.parse({ transaction_id: 'a\0b\ud800c' }))
  expect(transactionId).toBe('ab\ufffdc')
})
