import { expect, test, vi } from 'vitest'
import { eachApart, togetherOrApart } from './each-apart.ts'
import { LeaseLost } from './lease.ts'

const failing = (poison: string, error: Error = new Error('poisoned')) =>
  vi.fn(async (some: string | readonly string[]) => {
    if (some.includes(poison)) throw error
  })

test('an item that fails stops no other, and its error is thrown at the end', async () => {
  const act = failing('b')
  await expect(eachApart(['a', 'b', 'c'], act)).rejects.toThrow('poisoned')
  expect(act.mock.calls).toEqual([['a'], ['b'], ['c']])
})

test('what fails for all of them is thrown at once', async () => {
  const act = failing('a', new LeaseLost())
  await expect(eachApart(['a', 'b'], act)).rejects.toThrow(LeaseLost)
  expect(act).toHaveBeenCalledTimes(1)
})

test('of a batch that fails each item is tried apart', async () => {
  const act = failing('b')
  await expect(togetherOrApart(['a', 'b', 'c'], act)).rejects.toThrow('poisoned')
  expect(act.mock.calls).toEqual([[['a', 'b', 'c']], [['a']], [['b']], [['c']]])
})
