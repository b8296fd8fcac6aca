import { expect, test } from 'vitest'
import { stockNotice } from './stock-alert.ts'

test.each([
  [10, 6, null],
  [6, 5, 'Stok Nastar tinggal 5'],
  [100, 1, 'Stok Nastar tinggal 1'],
  [5, 4, null],
  [5, 0, 'Stok Nastar habis'],
  [10, 0, 'Stok Nastar habis'],
  [0, 0, null],
  [0, 3, null],
  [3, 20, null],
])('from %i to %i: %s', (before, after, notice) => {
  expect(stockNotice({ name: 'Nastar', low_stock_at: 5 }, before, after)).toBe(notice)
})

test.each([
  [30, 20, 20, 'Stok Nastar tinggal 20'],
  [20, 19, 20, null],
  [5, 1, 0, null],
  [1, 0, 0, 'Stok Nastar habis'],
])('from %i to %i, low at %i: %s', (before, after, low_stock_at, notice) => {
  expect(stockNotice({ name: 'Nastar', low_stock_at }, before, after)).toBe(notice)
})
