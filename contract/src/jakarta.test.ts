import { expect, test } from 'vitest'
import { formatJakartaTime, jakartaDay, jakartaMidnight, jakartaWallClock, parseJakartaWallClock } from './jakarta.ts'

const newYear = new Date('2026-12-31T17:00:05Z')

test('a moment is formatted with the day and time in Jakarta, whatever the day in UTC', () => {
  expect(jakartaDay(newYear)).toBe('2027-01-01')
  expect(jakartaDay(new Date('2026-12-31T16:59:59.999Z'))).toBe('2026-12-31')
  expect(jakartaWallClock(newYear)).toBe('2027-01-01 00:00:05')
  expect(formatJakartaTime(newYear)).toBe('01-01-2027 00:00 WIB')
  expect(formatJakartaTime('2026-11-20T17:05:00Z')).toBe('21-11-2026 00:05 WIB')
})

test('a day begins at midnight in Jakarta', () => {
  expect(jakartaMidnight('2026-11-20')).toEqual(new Date('2026-11-19T17:00:00Z'))
})

test('a time of the gateway is read as Jakarta’s; everything else is null', () => {
  expect(parseJakartaWallClock('2026-12-31 23:30:00')).toEqual(new Date('2026-12-31T16:30:00Z'))
  for (const text of [
    '2026-13-31 23:30:00',
    '2026-12-31T23:30:00',
    '2026-12-31 23:30',
    '2026-12-31 23:30:00 ',
    'besok',
  ]) {
    expect(parseJakartaWallClock(text)).toBeNull()
  }
})

test('the constant offset agrees with the time zone database', () => {
  const zoned = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jakarta', dateStyle: 'short', timeStyle: 'medium' })
  for (let year = 1970; year < 2100; year += 1) {
    const time = new Date(Date.UTC(year, (year * 5) % 12, 1 + (year % 28), (year * 7) % 24, year % 60, 59))
    expect(jakartaWallClock(time)).toBe(zoned.format(time))
  }
})
