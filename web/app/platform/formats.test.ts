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
