import { expect, test } from 'vitest'
import { formatJakartaTime, formatRelativeTime, formatRupiah } from './formats.ts'

test('rupiah are formatted without decimals and grouped with dots', () => {
  expect(formatRupiah(45_000)).toBe('Rp\u00a045.000')
})

test('times are formatted in Jakarta time, also where the UTC date differs', () => {
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

test('shortly after midnight, minutes are said, not kemarin', () => {
  expect(formatRelativeTime('2026-11-19T16:50:00Z', new Date('2026-11-19T17:20:00Z'))).toBe('30 menit yang lalu')
})
