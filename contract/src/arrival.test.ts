import { expect, test } from 'vitest'
import { arrivalOf, daysOnTheWay, formatShortDate } from './arrival.ts'

/** A Tuesday in Jakarta, but still a Monday in London. */
const sent = '2026-11-23T18:30:00Z'

test.each([
  ['2-3 hari', 'Kam-Jum', '26-27 Nov'],
  ['2 – 4 Hari', 'Kam-Sab', '26-28 Nov'],
  ['1 hari', 'Rab', '25 Nov'],
  ['5-8 hari', 'Min-Rab', '29 Nov-2 Des'],
  ['2-3hari', 'Kam-Jum', '26-27 Nov'],
  ['3-2 hari', 'Jum', '27 Nov'],
  ['7-14 hari', null, '1-8 Des'],
])('what is sent on a Tuesday and takes %s arrives %s, %s', (days, weekdays, dates) => {
  expect(arrivalOf(sent, daysOnTheWay(days), new Date(sent))).toMatchObject({ weekdays, dates })
})

test.each(['', 'besok', '2-3 hari kerja', '1 minggu'])('other words have no days: %j', (days) => {
  expect(arrivalOf(sent, daysOnTheWay(days), new Date(sent))).toBeNull()
})

test('the days are over when the last one has ended in Jakarta', () => {
  const isOver = (now: string) => arrivalOf(sent, daysOnTheWay('2-3 hari'), new Date(now))?.isOver
  expect([isOver('2026-11-27T16:59:59Z'), isOver('2026-11-27T17:00:00Z')]).toEqual([false, true])
  expect(formatShortDate(sent)).toBe('24 Nov')
})
