import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clockOffsetMs, learnClockOffset, serverNow } from './server-time'

const dayMs = 86_400_000
const server = Date.parse('2026-11-20T05:00:00Z')
const answer = (headers: Record<string, string> = {}) =>
  new Response(null, { headers: { date: new Date(server).toUTCString(), ...headers } })

beforeEach(() => {
  vi.useFakeTimers()
  clockOffsetMs.set(0)
})
afterEach(() => vi.useRealTimers())

test.each([
  ['three days fast', 3 * dayMs],
  ['three days slow', -3 * dayMs],
])('a clock that is %s is corrected to a second', (_, wrongMs) => {
  vi.setSystemTime(server + wrongMs)
  learnClockOffset(answer(), Date.now() - 200)
  expect(Math.abs(serverNow() - server)).toBeLessThan(1_000)
})

test('a clock that may be right is left as it is, however slow the answer was', () => {
  vi.setSystemTime(server + 900)
  learnClockOffset(answer(), server)
  vi.setSystemTime(server + 20_000)
  learnClockOffset(answer(), server + 100)
  expect(clockOffsetMs.get()).toBe(0)
})

test('a copy from a cache counts with its age', () => {
  vi.setSystemTime(server + 60_000)
  learnClockOffset(answer({ age: '60' }), server + 59_900)
  expect(clockOffsetMs.get()).toBe(0)
})
