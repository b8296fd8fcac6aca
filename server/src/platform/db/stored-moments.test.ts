import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDb } from '../../testing/test-db.ts'
import { days, hours, later, minutes, seconds } from '../clock.ts'
import { isDueSince, isWithinLast, storedMoment } from './stored-moments.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')
const years = days(900)

test.each([
  ['an hour ago', -hours(1), { within: true, due: true, stored: true }],
  ['a moment ago', -seconds(1), { within: true, due: false, stored: true }],
  ['by a clock that is a little ahead', seconds(1), { within: true, due: false, stored: true }],
  ['by a clock that was years ahead', years, { within: false, due: true, stored: false }],
])('what was stored %s counts as a moment of its own only if it is not later than now', async (_, ms, expected) => {
  const at = later(now, ms)
  const { rows } = await sql<object>`
    select ${isWithinLast('at', hours(2), now)} as within, ${isDueSince('at', minutes(10), now)} as due
      from (select ${at}::timestamptz as at) as stored`.execute(shop.db)
  expect({ ...rows[0], stored: storedMoment(at, now) !== undefined }).toEqual(expected)
})
