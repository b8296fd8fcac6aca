import { expect, test } from 'vitest'
import { formatMoment } from './moment'

test.each([
  ['2026-11-19T17:00:00Z', 'hari ini 00:00 WIB'],
  ['2026-11-20T16:59:00Z', 'hari ini 23:59 WIB'],
  ['2026-11-20T17:05:00Z', 'besok 00:05 WIB'],
  ['2026-11-19T16:59:00Z', 'kemarin 23:59 WIB'],
  ['2026-11-21T17:00:00Z', 'Minggu 22 Nov 00:00 WIB'],
  ['2026-01-02T07:20:00Z', 'Jumat 2 Jan 14:20 WIB'],
  ['2026-12-31T17:20:00Z', '1 Jan 2027 00:20 WIB'],
])('on a Friday at 10.00 in Jakarta, %s is %s', (instant, told) => {
  expect(formatMoment(instant, new Date('2026-11-20T03:00:00Z'))).toBe(told)
})
