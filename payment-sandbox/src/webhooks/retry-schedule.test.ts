import { expect, test } from 'vitest'
import { waitBeforeRetry } from './retry-schedule.ts'

test.each([
  [200, []],
  [301, []],
  [500, [2]],
  [400, [2, 10]],
  [404, [2, 10]],
  [503, [2, 10, 30, 90]],
  [403, [2, 10, 30, 90, 210]],
  [null, [2, 10, 30, 90, 210]],
])('an answer of %s is followed by retries after %j minutes', (httpStatus, minutes) => {
  const waits = [1, 2, 3, 4, 5, 6].map((failures) => waitBeforeRetry(failures, httpStatus))
  expect(waits.filter((wait) => wait !== undefined)).toEqual(minutes.map((each) => each * 60_000))
})
