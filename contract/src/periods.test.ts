import { expect, test } from 'vitest'
import { daysBefore, daysOf, type Period } from './periods.ts'

test.each<[Period, string, string, string, string, string]>([
  ['today', '2026-03-01', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['today', '2026-11-20', '2026-11-20', '2026-11-20', '2026-11-19', '2026-11-19'],
  ['this_month', '2026-11-20', '2026-11-01', '2026-11-20', '2026-10-01', '2026-10-20'],
  ['this_month', '2026-03-30', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['this_month', '2026-02-28', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['last_month', '2026-01-05', '2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30'],
])('%s of %s is %s to %s, compared with %s to %s', (period, today, from, to, fromBefore, toBefore) => {
  const days = daysOf(period, today)
  expect(days).toEqual({ from, to })
  expect(daysBefore(days)).toEqual({ from: fromBefore, to: toBefore })
})

test('other days are compared with as many directly before them', () => {
  expect(daysBefore({ from: '2026-11-02', to: '2026-11-08' })).toEqual({ from: '2026-10-26', to: '2026-11-01' })
  expect(daysBefore({ from: '2026-10-01', to: '2026-11-30' })).toEqual({ from: '2026-08-01', to: '2026-09-30' })
})
