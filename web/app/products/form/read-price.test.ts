import { expect, test } from 'vitest'
import { questionOfPrice, readPrice } from './read-price.ts'

test.each([
  ['132', undefined, [132_000, 132]],
  ['132', 130_000, [132_000, 132]],
  ['999', 45_000, [45_000, 999]],
  ['13.200', 130_000, [132_000, 13_200]],
  ['1.320.000', 130_000, [132_000, 1_320_000]],
  ['20.000', 45_000, [45_000, 20_000]],
  ['85rb', 15_000, [8_500, 85_000]],
])('the price %s, formerly %j, is asked back', (text, former, readings) => {
  const read = readPrice(text, former)
  expect(read.kind === 'ambiguous' && [...read.readings]).toEqual(readings)
})

test.each([
  ['1.000', undefined, 1_000],
  ['45.000', 30_000, 45_000],
  ['22.500', 45_000, 22_500],
  ['500', 500, 500],
  ['85rb', 90_000, 85_000],
])('the price %s, formerly %j, is not', (text, former, value) => {
  expect(readPrice(text, former)).toEqual({ kind: 'number', value, sign: '' })
})

test('the question names the probable price first', () => {
  expect(questionOfPrice('132', [132_000, 132]).replaceAll('\u00a0', ' ')).toBe('Maksud Anda Rp 132.000 atau Rp 132?')
})
