import { describe, expect, test } from 'vitest'
import {
  type DayHours,
  formatOpeningTime,
  hoursLines,
  nextJakartaMidnight,
  type OpeningSettings,
  openState,
  type WeeklyHours,
  weekdayOf,
} from './opening.ts'
import { type Weekday, weekdays } from './settings-values.ts'

/** 2026-11-20 is a Friday. */
const at = (text: string) => new Date(`${text}+07:00`)

const never: OpeningSettings = { closed: null, hours: null, hours_refuse_orders: false }
const everyDay = (day: DayHours | null, others: Partial<Record<Weekday, DayHours | null>> = {}): WeeklyHours => ({
  ...(Object.fromEntries(weekdays.map((weekday) => [weekday, day])) as Record<Weekday, DayHours | null>),
  ...others,
})
const officeHours = { from: '08:00', to: '17:00' }
const withHours = (hours: WeeklyHours): OpeningSettings => ({ closed: null, hours, hours_refuse_orders: true })
const closedUntil = (reopens_on: string | null): OpeningSettings => ({
  ...never,
  closed: { sentence: 'Libur Lebaran', reopens_on },
})

const open = (changesAt: string | null) => ({ isOpen: true, changesAt: changesAt && at(changesAt) })
const closedByHours = (opensAt: string | null) => {
  const time = opensAt && at(opensAt)
  return { isOpen: false, reason: 'hours', opensAt: time, changesAt: time }
}

test('a shop without any setting is always open', () => {
  expect(openState(never, at('2026-11-20T03:00:00'))).toEqual(open(null))
})

describe('a closed shop', () => {
  test('without a date stays closed, and its end is unknown', () => {
    expect(openState(closedUntil(null), at('2026-11-20T12:00:00'))).toEqual({
      isOpen: false,
      reason: 'closed',
      opensAt: null,
      changesAt: null,
    })
  })

  test('opens by itself when its day begins in Jakarta, to the millisecond', () => {
    const midnight = at('2026-11-24T00:00:00')
    expect(midnight.toISOString()).toBe('2026-11-23T17:00:00.000Z')
    expect(openState(closedUntil('2026-11-24'), at('2026-11-23T23:59:59.999'))).toEqual({
      isOpen: false,
      reason: 'closed',
      opensAt: midnight,
      changesAt: midnight,
    })
    expect(openState(closedUntil('2026-11-24'), midnight)).toEqual(open(null))
  })

  test('with a past date is open', () => {
    expect(openState(closedUntil('2026-11-20'), at('2026-11-20T00:00:00'))).toEqual(open(null))
    expect(openState(closedUntil('2025-01-01'), at('2026-11-20T12:00:00'))).toEqual(open(null))
  })

  test('opens on its day only when the hours of that day begin, if hours refuse orders', () => {
    const settings = { ...withHours(everyDay(officeHours, { 2: null })), closed: closedUntil('2026-11-24').closed }
    // The 24th is a Tuesday, on which this shop is closed.
    expect(openState(settings, at('2026-11-20T12:00:00'))).toMatchObject({
      reason: 'closed',
      opensAt: at('2026-11-25T08:00:00'),
      changesAt: at('2026-11-24T00:00:00'),
    })
    expect(openState(settings, at('2026-11-24T00:00:00'))).toEqual(closedByHours('2026-11-25T08:00:00'))
    expect(openState(settings, at('2026-11-25T08:00:00'))).toEqual(open('2026-11-25T17:00:00'))
  })

  test('whose hours are never open does not open at its date', () => {
    const settings = { ...withHours(everyDay(null)), closed: closedUntil('2026-11-24').closed }
    expect(openState(settings, at('2026-11-20T12:00:00'))).toMatchObject({ reason: 'closed', opensAt: null })
  })
})

describe('weekly hours', () => {
  test('that are only shown refuse nothing', () => {
    const settings = { ...withHours(everyDay(null)), hours_refuse_orders: false }
    expect(openState(settings, at('2026-11-20T03:00:00'))).toEqual(open(null))
  })

  test('begin with their first minute and end with their last', () => {
    const settings = withHours(everyDay(officeHours))
    expect(openState(settings, at('2026-11-20T07:59:59.999'))).toEqual(closedByHours('2026-11-20T08:00:00'))
    expect(openState(settings, at('2026-11-20T08:00:00'))).toEqual(open('2026-11-20T17:00:00'))
    expect(openState(settings, at('2026-11-20T16:59:59.999'))).toEqual(open('2026-11-20T17:00:00'))
    expect(openState(settings, at('2026-11-20T17:00:00'))).toEqual(closedByHours('2026-11-21T08:00:00'))
  })

  test('over midnight belong to the day on which they begin', () => {
    const settings = withHours(everyDay(null, { 5: { from: '20:00', to: '02:00' } }))
    expect(openState(settings, at('2026-11-20T01:00:00'))).toEqual(closedByHours('2026-11-20T20:00:00'))
    expect(openState(settings, at('2026-11-20T23:59:59.999'))).toEqual(open('2026-11-21T02:00:00'))
    expect(openState(settings, at('2026-11-21T00:00:00'))).toEqual(open('2026-11-21T02:00:00'))
    expect(openState(settings, at('2026-11-21T02:00:00'))).toEqual(closedByHours('2026-11-27T20:00:00'))
  })

  test('over midnight from Sunday to Monday', () => {
    const settings = withHours(everyDay(null, { 7: { from: '22:00', to: '06:00' } }))
    expect(openState(settings, at('2026-11-23T05:59:59'))).toEqual(open('2026-11-23T06:00:00'))
    expect(openState(settings, at('2026-11-23T06:00:00'))).toEqual(closedByHours('2026-11-29T22:00:00'))
  })

  test('that touch form one period', () => {
    const settings = withHours(everyDay(null, { 5: { from: '08:00', to: '00:00' }, 6: { from: '00:00', to: '12:00' } }))
    expect(openState(settings, at('2026-11-20T12:00:00'))).toEqual(open('2026-11-21T12:00:00'))
  })

  test('that end when they begin last a whole day', () => {
    const settings = withHours(everyDay(null, { 5: { from: '06:00', to: '06:00' } }))
    expect(openState(settings, at('2026-11-21T05:59:59'))).toEqual(open('2026-11-21T06:00:00'))
    expect(openState(settings, at('2026-11-20T05:59:59'))).toEqual(closedByHours('2026-11-20T06:00:00'))
  })

  test('may end at 24:00', () => {
    const settings = withHours(everyDay(null, { 5: { from: '08:00', to: '24:00' } }))
    expect(openState(settings, at('2026-11-20T23:59:59.999'))).toEqual(open('2026-11-21T00:00:00'))
    expect(openState(settings, at('2026-11-21T00:00:00'))).toEqual(closedByHours('2026-11-27T08:00:00'))
  })

  test('on one day of the week lead to that day of the next week', () => {
    const settings = withHours(everyDay(null, { 5: officeHours }))
    expect(openState(settings, at('2026-11-20T17:00:00'))).toEqual(closedByHours('2026-11-27T08:00:00'))
  })

  test('that are closed on all days never open', () => {
    expect(openState(withHours(everyDay(null)), at('2026-11-20T12:00:00'))).toEqual(closedByHours(null))
  })
})

test('weekdays and days are those of Jakarta', () => {
  expect(weekdayOf(new Date('2026-11-20T16:59:59.999Z'))).toBe('5')
  expect(weekdayOf(new Date('2026-11-20T17:00:00Z'))).toBe('6')
  expect(weekdayOf(new Date('2026-11-22T12:00:00Z'))).toBe('7')
  expect(nextJakartaMidnight(new Date('2026-11-20T16:59:59.999Z'))).toEqual(at('2026-11-21T00:00:00'))
  expect(nextJakartaMidnight(new Date('2026-11-20T17:00:00Z'))).toEqual(at('2026-11-22T00:00:00'))
})

test('hours are written with one line for neighbouring days that have the same', () => {
  expect(hoursLines(everyDay(officeHours))).toEqual([{ days: 'Setiap hari', time: '08:00–17:00 WIB' }])
  expect(hoursLines(everyDay(officeHours, { 6: { from: '08:00', to: '12:00' }, 7: null }))).toEqual([
    { days: 'Senin–Jumat', time: '08:00–17:00 WIB' },
    { days: 'Sabtu', time: '08:00–12:00 WIB' },
    { days: 'Minggu', time: 'Tutup' },
  ])
  const allDay = everyDay({ from: '00:00', to: '24:00' }, { 7: { from: '00:00', to: '00:00' } })
  expect(hoursLines(allDay)).toEqual([{ days: 'Setiap hari', time: '24 jam' }])
})

test('the moment of an opening has the day, and the time if it is not midnight', () => {
  expect(formatOpeningTime(at('2026-11-23T00:00:00'))).toBe('Senin, 23 November 2026')
  expect(formatOpeningTime(at('2026-11-23T08:30:00'))).toBe('Senin, 23 November 2026 pukul 08:30 WIB')
})
