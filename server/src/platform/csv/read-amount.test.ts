import { expect, test } from 'vitest'
import { readAmount } from './read-amount.ts'

test.each([
  ['46000.00', 46_000],
  ['46.000', 46_000],
  ['46,000', 46_000],
  ['Rp 46.000,00', 46_000],
  ['Rp46.000,-', 46_000],
  ['IDR 1,046,000.00', 1_046_000],
  ['Rp\u00a01.046.000', 1_046_000],
  ['-4.440', -4_440],
  ['\u200e\u22124\u202f440', -4_440],
  ['(4,440)', -4_440],
  ['185.5', 185.5],
  ['46,00', 46],
  ['0', 0],
  ['', undefined],
  ['46.00.0', undefined],
  ['1.046,000', undefined],
  ['0.500', undefined],
  ['4,6E+04', undefined],
  ['=1+1', undefined],
  ['99999999999999999', undefined],
])('the amount %s is %s', (cell, rupiah) => expect(readAmount(cell)).toBe(rupiah))
