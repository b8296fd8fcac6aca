import { expect, test, vi } from 'vitest'
import { days, later, minutes } from './clock.ts'
import { createClockWatch, type OutsideClock } from './clock-watch.ts'

const now = new Date('2026-11-20T03:00:00Z')

/** A watch of our clock, which is ahead of the other one by `aheadMs`. */
function watchAhead(aheadMs: () => number | null, recheckMs = 0) {
  const events: unknown[] = []
  const read = vi.fn(async () => {
    const ahead = aheadMs()
    return ahead === null ? null : new Date(now.getTime() - ahead)
  })
  const watch = createClockWatch({
    clock: () => now,
    outside: [{ name: 'database', read }],
    onChange: (difference) => events.push(difference ?? 'right'),
    recheckMs,
  })
  return { watch, events, read }
}

test.each([
  [0, true],
  [minutes(5), true],
  [-minutes(5), true],
  [minutes(5) + 1, false],
  [-minutes(5) - 1, false],
  [days(3), false],
])('a clock that is %i ms ahead of another: right is %s', async (ahead, right) => {
  expect(await watchAhead(() => ahead).watch.isRight()).toBe(right)
})

test('the beginning and the end of a difference are each reported once', async () => {
  let ahead = 0
  const { watch, events } = watchAhead(() => ahead)
  for (ahead of [0, days(3), days(3), 0, 0]) await watch.isRight()
  expect(events).toEqual([{ name: 'database', aheadMs: days(3) }, 'right'])
})

test('a clock that can’t be read is ignored, and without other clocks ours counts as right', async () => {
  expect(await watchAhead(() => null).watch.isRight()).toBe(true)
  const failing: OutsideClock = { name: 'gateway', read: () => Promise.reject(new Error('no answer')) }
  const ignore = { onChange() {} }
  for (const outside of [[failing], []]) {
    expect(await createClockWatch({ clock: () => now, outside, ...ignore }).isRight()).toBe(true)
  }
})

test('the other clocks are read at most once in the given time, also for many callers at once', async () => {
  const { watch, read } = watchAhead(() => 0, 60_000)
  await Promise.all(Array.from({ length: 20 }, () => watch.isRight()))
  await watch.isRight()
  expect(read).toHaveBeenCalledTimes(1)
})

test('the other clocks are read again at once after our clock was set', async () => {
  let ours = now
  const read = vi.fn(async () => now)
  const ignore = { onChange() {} }
  const watch = createClockWatch({ clock: () => ours, outside: [{ name: 'database', read }], ...ignore })
  expect(await watch.isRight()).toBe(true)
  ours = later(now, days(3))
  expect(await watch.isRight()).toBe(false)
  ours = now
  expect(await watch.isRight()).toBe(true)
})
