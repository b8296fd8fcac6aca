import { expect, test } from 'vitest'
import { polyfills } from './polyfills'

const [arrays = {}, maps = {}, objects = {}, urls = {}, signals = {}] = polyfills.map(([, functions]) => functions)
const numbers = [3, 10, 2, 7]

test('each polyfill does what the function of a newer browser does', () => {
  for (const [name, args] of [
    ['findLast', [(number: number) => number > 5]],
    ['findLast', [() => false]],
    ['toReversed', []],
    ['toSorted', [(a: number, b: number) => a - b]],
    ['toSpliced', [1, 2, 5, 6]],
  ] as const)
    expect(arrays[name]?.apply(numbers, args)).toEqual(
      (numbers[name] as (...args: readonly unknown[]) => unknown)(...args),
    )
  const isSmall = (number: number) => String(number < 5)
  expect(maps.groupBy?.(numbers, isSmall)).toEqual(Map.groupBy(numbers, isSmall))
  expect({ ...objects.groupBy?.(numbers, isSmall) }).toEqual({ ...Object.groupBy(numbers, isSmall) })
  expect(urls.parse?.('/a', 'https://toko.test')).toEqual(URL.parse('/a', 'https://toko.test'))
  expect(urls.parse?.('a')).toBeNull()
  expect(numbers).toEqual([3, 10, 2, 7])
  expect(() => signals.throwIfAborted?.call(AbortSignal.abort(new Error('left')))).toThrow('left')
  expect(() => signals.throwIfAborted?.call(new AbortController().signal)).not.toThrow()
})
