/** The days of making, packing and handing over. Nothing here reads a database. */
import { arrivalOf, dayInWords, dispatchSentence } from '@camilan/contract/arrival'
import {
  addDays,
  dispatchAt,
  handoverDays,
  handoverOf,
  makingFor,
  nextMakingAt,
  planFrom,
  type SellerDays,
  startDay,
} from '@camilan/contract/days'
import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import { weekdayOf } from '@camilan/contract/opening'
import { weekdays } from '@camilan/contract/settings-values'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const unset: SellerDays = {
  ...{ making_days: [], packing_days: [], handover_days: [], lead_days: 0, cut_off: null, holidays: [] },
}
const workdays = ['1', '2', '3', '4', '5'] as const
const weekly: SellerDays = { ...unset, handover_days: workdays, cut_off: '14:00' }
const at = (text: string) => new Date(`${text}+07:00`)

function said(days: SellerDays, now: Date): string | null {
  const dispatch = dispatchAt(days, now)
  return (
    dispatch &&
    dispatchSentence({
      handover_on: dispatch.handover,
      in_words: dayInWords(dispatch.handover, now),
      before: dispatch.before,
    })
  )
}

// 2026-11-27 is a Friday.
test.each<[string, Partial<SellerDays>, string, string | null]>([
  ['nothing is known', { handover_days: [] }, '2026-11-27T10:00:00', null],
  ['before the cut-off', {}, '2026-11-27T13:59:59.999', 'Pesan sebelum 14.00 WIB, dikirim hari ini'],
  ['at the minute of the cut-off', {}, '2026-11-27T14:00:00', 'Dikirim Senin'],
  ['on a day without handing over', {}, '2026-11-28T10:00:00', 'Dikirim Senin'],
  ['the evening before', {}, '2026-11-29T20:00:00', 'Dikirim besok'],
  ['without a cut-off', { cut_off: null }, '2026-11-27T23:59:59', 'Dikirim hari ini'],
  [
    'holidays in a row, over a weekend and the end of the year',
    {
      holidays: [
        { from: '2026-12-24', to: '2026-12-31' },
        { from: '2027-01-01', to: '2027-01-01' },
      ],
    },
    '2026-12-23T14:00:00',
    'Dikirim Senin, 4 Jan 2027',
  ],
  ['goods that take a day', { lead_days: 1 }, '2026-11-26T09:00:00', 'Pesan sebelum 14.00 WIB, dikirim besok'],
  [
    'goods made on Mondays and handed over on Fridays',
    { making_days: ['1'], handover_days: ['5'] },
    '2026-11-30T13:00:00',
    'Pesan sebelum 14.00 WIB, dikirim Jumat',
  ],
  [
    'the same, too late for this Monday',
    { making_days: ['1'], handover_days: ['5'] },
    '2026-11-30T14:00:00',
    'Dikirim Jumat, 11 Des',
  ],
  ['a holiday of years', { holidays: [{ from: '2026-01-01', to: '2029-01-01' }] }, '2026-11-27T10:00:00', null],
])('%s', (_, change, now, sentence) => {
  expect(said({ ...weekly, ...change }, at(now))).toBe(sentence)
})

test('the clock of an order starts when it is paid, and a wished day is kept', () => {
  const [ordered, paid] = [at('2026-11-27T13:50:00'), at('2026-11-27T14:10:00')]
  expect(handoverOf(weekly, { handover_on: null, paid_at: null }, ordered)).toBe('2026-11-27')
  expect(handoverOf(weekly, { handover_on: null, paid_at: paid.toISOString() }, at('2026-12-09T10:00:00'))).toBe(
    '2026-11-30',
  )
  expect(handoverOf(weekly, { handover_on: '2026-12-02', paid_at: paid }, paid)).toBe('2026-12-02')
})

test('the arrival counts from the day of handing over, over the end of the year', () => {
  const now = at('2026-12-30T10:00:00')
  const arrival = arrivalOf('2026-12-31', { days_min: 1, days_max: 2 }, now)
  expect(arrival).toEqual({ weekdays: 'Jum-Sab', dates: '1-2 Jan', isOver: false })
  expect(arrivalOf('2026-12-31', { days_min: null, days_max: null }, now)).toBeNull()
})

test('orders belong to a day of making until its cut-off', () => {
  const days: SellerDays = { ...unset, making_days: ['3'] }
  expect(nextMakingAt(days, at('2026-11-30T10:00:00'))).toEqual(at('2026-12-03T00:00:00'))
  expect(nextMakingAt({ ...days, cut_off: '14:00' }, at('2026-12-02T14:00:00'))).toEqual(at('2026-12-09T14:00:00'))
})

const someDays = fc.subarray([...weekdays])
const anyDays = fc.record({
  making_days: someDays,
  packing_days: someDays,
  handover_days: fc.subarray([...weekdays], { minLength: 1 }),
  lead_days: fc.integer({ min: 0, max: 5 }),
  cut_off: fc.constantFrom(null, '00:00', '09:30', '14:00', '23:59'),
  holidays: fc.array(
    fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 12 })).map(([begin, length]) => {
      const from = addDays('2026-12-10', begin)
      return { from, to: addDays(from, length) }
    }),
    { maxLength: 4 },
  ),
})
const moment = fc
  .integer({ min: 0, max: 60 * 24 * 60 })
  .map((minutes) => new Date(at('2026-12-01T00:00:00').getTime() + minutes * 60_000))

test('whatever her days: they are kept, never earlier for a later order, and what is said holds until it changes', () => {
  const isWork = (on: readonly string[], { holidays }: SellerDays, day: string) =>
    (on.length === 0 || on.includes(weekdayOf(jakartaMidnight(day)))) &&
    !holidays.some(({ from, to }) => from <= day && day <= to)
  fc.assert(
    fc.property(anyDays, moment, fc.integer({ min: 0, max: 3 * 24 * 60 }), (days, now, later) => {
      const start = startDay(days, now)
      const { making, handover } = planFrom(days, start)
      if (handover === null) return
      expect(isWork(days.handover_days, days, handover)).toBe(true)
      expect(handover >= start && start >= jakartaDay(now)).toBe(true)
      if (making !== null) expect(isWork(days.making_days, days, making) && making <= handover).toBe(true)
      // The last day of making for a day that can be kept is not before the first.
      for (const day of handoverDays(days, now, 40)) {
        const last = makingFor(days, day)
        expect(last !== null && last >= (making ?? start) && last <= day).toBe(true)
        expect(day >= handover && isWork(days.handover_days, days, day)).toBe(true)
      }
      const after = planFrom(days, startDay(days, new Date(now.getTime() + later * 60_000))).handover
      expect(after === null || after >= handover).toBe(true)
      const { changesAt } = dispatchAt(days, now) ?? { changesAt: now }
      expect(changesAt.getTime()).toBeGreaterThan(now.getTime())
      expect(dispatchAt(days, new Date(changesAt.getTime() - 1))?.handover).toBe(handover)
    }),
    { numRuns: 100 },
  )
})
