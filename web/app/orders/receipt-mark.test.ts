import { expect, test } from 'vitest'
import { receiptMark } from './receipt-mark'

const at = '2026-11-20T05:00:00Z'
const mark = (change: object, role = 'customer') => {
  const order = { status: 'DIBAYAR', transaction: { paid_at: at }, refunds: [], ...change }
  return receiptMark(order as unknown as Parameters<typeof receiptMark>[0], role)
}

test('a receipt says that all is paid, or what went back and what will', () => {
  expect(mark({})).toEqual({ returned: 0, toReturn: 0 })
  const refunds = [
    { amount: 5_000, state: 'done' },
    { amount: 3_000, state: 'due' },
    { amount: 1_000, state: 'asked' },
    { amount: 2_000, state: 'done' },
  ]
  expect(mark({ refunds })).toEqual({ returned: 7_000, toReturn: 4_000 })
})

test('a receipt says neither before the payment, of money that a bank took back, and to staff', () => {
  expect(mark({ transaction: { paid_at: null } })).toBeNull()
  expect(mark({ transaction: { paid_at: at, reversed_at: at } })).toBeNull()
  expect(mark({ payment_hold_at: at })).toBeNull()
  expect(mark({}, 'staf')).toBeNull()
})
