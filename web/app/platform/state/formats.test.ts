import { expect, test } from 'vitest'
import { formatJakartaTime, formatNumber, formatRelativeTime, formatRupiah } from './formats.ts'

test('rupiah are formatted without decimals and grouped with dots', () => {
  expect(formatRupiah(45_000)).toBe('Rp\u00a045.000')
})

test('numbers and amounts are written in the form of the language', () => {
  const amounts = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 })
  const numbers = new Intl.NumberFormat('id-ID')
  const positive = [7, 999, 1_000, 45_000, 123_456, 1_000_000, 9_007_199_254_740_991, 1e21, 0.5, 2.5, 1_234.5678]
  for (const value of [0, ...positive, ...positive.map((value) => -value)]) {
    expect(formatNumber(value)).toBe(numbers.format(value))
    expect(formatRupiah(value)).toBe(amounts.format(value))
  }
})

test('times are formatted in Jakarta time, also if the UTC date differs', () => {
  expect(formatJakartaTime('2026-11-20T17:05:00Z')).toBe('21-11-2026 00:05 WIB')
})

test('a relative time uses the largest unit that fits', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(formatRelativeTime('2026-11-20T11:59:30Z', now)).toBe('baru saja')
  expect(formatRelativeTime('2026-11-20T11:55:00Z', now)).toBe('5 menit yang lalu')
  expect(formatRelativeTime('2026-11-19T11:00:00Z', now)).toBe('kemarin')
})

test('kemarin is yesterday in Jakarta, not any moment 24 to 48 hours ago', () => {
  const now = new Date('2026-11-20T03:00:00Z') // 10.00 in Jakarta
  const told = (instant: string) => formatRelativeTime(instant, now)
  expect(told('2026-11-19T17:00:00Z')).toBe('10 jam yang lalu') // 0.00 today
  expect(told('2026-11-19T16:59:00Z')).toBe('kemarin') // 23.59 yesterday
  expect(told('2026-11-18T17:00:00Z')).toBe('kemarin') // 0.00 yesterday
  expect(told('2026-11-18T16:59:00Z')).toBe('2 hari yang lalu') // 34 hours ago
  expect(told('2026-11-13T17:00:00Z')).toBe('6 hari yang lalu')
  expect(told('2026-11-13T16:00:00Z')).toBe('minggu lalu')
})

test('a relative time shortly after midnight is in minutes, not kemarin', () => {
  expect(formatRelativeTime('2026-11-19T16:50:00Z', new Date('2026-11-19T17:20:00Z'))).toBe('30 menit yang lalu')
})
