import { expect, test } from 'vitest'
import { isMonthFirst, readMethod, readState, readTime, textOf } from './read-values.ts'

test.each([
  ['2026-11-20 14:00:05', '2026-11-20T07:00:05.000Z'],
  ['2026-11-20T14:00:05+07:00', '2026-11-20T07:00:05.000Z'],
  ['2026-11-20T07:00:05.123Z', '2026-11-20T07:00:05.000Z'],
  ['2026-11-20 14:00 +0700', '2026-11-20T07:00:00.000Z'],
  ['20/11/2026 14.00', '2026-11-20T07:00:00.000Z'],
  ['20-11-2026 14:00 WIB', '2026-11-20T07:00:00.000Z'],
  ['20 Nov 2026, 2:00 PM', '2026-11-20T07:00:00.000Z'],
  ['Nov 20, 2026 12:05 AM', '2026-11-19T17:05:00.000Z'],
  ['1 Agustus 2026', '2026-07-31T17:00:00.000Z'],
  ['1 Mei 2026', '2026-04-30T17:00:00.000Z'],
  ['1 May 2026', '2026-04-30T17:00:00.000Z'],
  ['1 Apr 2026', '2026-03-31T17:00:00.000Z'],
  ['20-11-2026', '2026-11-19T17:00:00.000Z'],
  ['30/02/2026', undefined],
  ['2026-11-20 25:00', undefined],
  ['20/11', undefined],
  ['kemarin', undefined],
])('the time %s is %s', (cell, instant) => expect(readTime(cell)?.at.toISOString()).toBe(instant))

test('a column of American dates is read month first', () => {
  expect(isMonthFirst('11/20/2026 1:00 PM')).toBe(true)
  expect(isMonthFirst('11/12/2026')).toBe(false)
  expect(readTime('11/12/2026', { monthFirst: true })).toEqual({ at: new Date('2026-11-11T17:00:00Z'), isDay: true })
})

test('states and methods are read in both languages; signs that protect a cell from a spreadsheet are no part of it', () => {
  const money = ['settlement', 'Capture', 'SUCCESS', 'Berhasil', 'Lunas']
  const gone = ['refund', 'Partial Refund', 'chargeback', 'Partial Charge Back', 'Dana dikembalikan', 'refund pending']
  const none = [
    'pending',
    'Menunggu pembayaran',
    'expire',
    'Kedaluwarsa',
    'cancel',
    'deny',
    'Belum dibayar',
    'failure',
    'Tidak berhasil',
    'Unsuccessful',
  ]
  expect(money.map(readState)).toEqual(money.map(() => 'money'))
  expect(gone.map(readState)).toEqual(gone.map(() => 'gone'))
  expect(none.map(readState)).toEqual(none.map(() => 'none'))
  expect(readState('=cmd()')).toBeUndefined()
  expect(['qris', 'BCA VA', 'Bank Transfer - BRI', 'ShopeePay', 'kartu'].map(readMethod)).toEqual([
    'QRIS',
    'BCA Virtual Account',
    'BRI Virtual Account',
    'ShopeePay',
    'kartu',
  ])
  expect(['="26-1"', "'26-1", ' 26-1 ', undefined].map(textOf)).toEqual(['26-1', '26-1', '26-1', ''])
})
