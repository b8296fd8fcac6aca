import { expect, test } from 'vitest'
import { takenPrice } from './order-values.ts'

const nastar = { quantity: 3, taken_quantity: 1, discount: 30_000, product: { price: 98_000 } }

test.each([
  { what: 'one of three pieces', lines: [nastar], price: 88_000 },
  { what: 'a share with a fraction', lines: [{ ...nastar, discount: 10_000 }], price: 94_667 },
  { what: 'all pieces', lines: [{ ...nastar, taken_quantity: 3 }], price: 264_000 },
  {
    what: 'several lines, whose fractions are added up',
    lines: Array(3).fill({ ...nastar, discount: 1 }),
    price: 293_999,
  },
  { what: 'nothing', lines: [{ ...nastar, taken_quantity: 0 }], price: 0 },
])('what is not sent had cost the buyer less by its share of the discounts: $what', ({ lines, price }) => {
  expect(takenPrice(lines)).toBe(price)
})
