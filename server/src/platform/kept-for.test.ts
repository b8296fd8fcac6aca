import { expect, test } from 'vitest'
import { keptFor } from './kept-for.ts'

test('a value is made once for its time, also for callers at the same time, and again afterwards', async () => {
  let nowMs = 0
  let made = 0
  const value = keptFor(
    1_000,
    async () => {
      made += 1
      return made
    },
    () => nowMs,
  )
  expect(await Promise.all([value(), value()])).toEqual([1, 1])
  nowMs = 999
  expect(await value()).toBe(1)
  nowMs = 1_000
  expect(await value()).toBe(2)
})

test('a failure is not kept', async () => {
  let isBroken = true
  const value = keptFor(1_000, async () => {
    if (isBroken) throw new Error('away')
    return 'here'
  })
  await expect(value()).rejects.toThrow('away')
  isBroken = false
  expect(await value()).toBe('here')
})
