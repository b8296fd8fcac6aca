import { expect, test } from 'vitest'
import { receiptMark } from './receipt-mark'

const mark = (change: object, role = 'customer') => {
  const order = { transaction: { is_settled: true }, refunds: [], ...change }
  return receiptMark(order as unknown as Parameters<typeof receiptMark>[0], role)
}

test('a receipt says that all is paid, or what went back and what will', () => {
  expect(mark({})).toEqual({ returned: 0, toReturn: 0 })
  const refunds = [
    { amount: 5_000, state: 'done' },
    { amount: 3_000, state: 'due' },
    { amount: 1_000, state: 'asked' },
    { amount: 2_000, state: 'done' },
    { amount: 46_000, state: 'done', reason: 'PAID_TWICE' },
  ]
  expect(mark({ refunds })).toEqual({ returned: 7_000, toReturn: 4_000 })
})

test('a receipt says neither of money that the shop does not have, nor to staff', () => {
  expect(mark({ transaction: { is_settled: false } })).toBeNull()
  expect(mark({}, 'staf')).toBeNull()
})
