import { expect, test } from 'vitest'
import { memoized } from './memoized.ts'

test('a value is made once for its time, also for simultaneous callers, and again afterwards', async () => {
  let nowMs = 0
  let made = 0
  const kept = memoized<number>(1_000, () => nowMs)
  const value = () => kept(async () => ++made)
  expect(await Promise.all([value(), value()])).toEqual([1, 1])
  nowMs = 999
  expect(await value()).toBe(1)
  nowMs = 1_000
  expect(await value()).toBe(2)
})

test('a failure is not kept', async () => {
  const value = memoized<string>(1_000)
  await expect(value(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await value(async () => 'here')).toBe('here')
})
