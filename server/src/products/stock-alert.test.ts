import { expect, test } from 'vitest'
import { stockNotice } from './stock-alert.ts'

const low = (stock: number) => ({ kind: 'stock-low', to: 'admins', productName: 'Nastar', stock })
const out = { kind: 'stock-out', to: 'admins', productName: 'Nastar' }

test.each([
  [10, 6, null],
  [6, 5, low(5)],
  [100, 1, low(1)],
  [5, 4, null],
  [5, 0, out],
  [10, 0, out],
  [0, 0, null],
  [0, 3, null],
  [3, 20, null],
])('from %i to %i: %j', (before, after, notice) => {
  expect(stockNotice({ name: 'Nastar', low_stock_at: 5 }, before, after)).toEqual(notice)
})

test.each([
  [30, 20, 20, low(20)],
  [20, 19, 20, null],
  [5, 1, 0, null],
  [1, 0, 0, out],
])('from %i to %i, low at %i: %j', (before, after, low_stock_at, notice) => {
  expect(stockNotice({ name: 'Nastar', low_stock_at }, before, after)).toEqual(notice)
})
