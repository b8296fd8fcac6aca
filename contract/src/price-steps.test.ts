import { expect, test } from 'vitest'
import { nextStep } from './price-steps.ts'
import { percentOff } from './pricing.ts'

test.each([
  { price: 88_000, old: 98_000, percent: 10 },
  { price: 1, old: 100_000_000, percent: 99 },
  { price: 99_999, old: 100_000, percent: 0 },
  { price: 98_000, old: 98_000, percent: null },
  { price: 99_000, old: 98_000, percent: null },
  { price: 0, old: 98_000, percent: null },
  { price: 98_000, old: 0, percent: null },
  { price: 98_000, old: null, percent: null },
])('from $old to $price are $percent percent, never rounded up', ({ price, old, percent }) => {
  expect(percentOff({ price, compare_at_price: old })).toBe(percent)
})

const steps = [
  { quantity: 3, price: 93_000 },
  { quantity: 6, price: 90_000 },
]
test.each([
  { quantity: 1, hint: { add: 2, saves: 15_000 } },
  { quantity: 2, hint: { add: 1, saves: 15_000 } },
  { quantity: 3, hint: { add: 3, saves: 18_000 } },
  { quantity: 5, hint: { add: 1, saves: 18_000 } },
  { quantity: 6, hint: undefined },
  { quantity: 1, together: 2, hint: { add: 1, saves: 10_000 } },
])('with $quantity of $together the next step is $hint', ({ quantity, together = quantity, hint }) => {
  expect(nextStep({ price: 98_000, steps }, { quantity, together })).toEqual(hint)
})

test('a step above a promotion saves nothing', () => {
  expect(nextStep({ price: 90_000, steps }, { quantity: 2, together: 2 })).toBeUndefined()
})
