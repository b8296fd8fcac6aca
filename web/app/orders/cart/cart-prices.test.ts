import { expect, test } from 'vitest'
import { reprice, togetherWith } from './cart-prices'

const line = (id: string, quantity: number, product: Partial<Parameters<typeof togetherWith>[0]['product']> = {}) => {
  const whole = { id: 'nastar', group_id: null, price: 50_000, single_price: 50_000, price_steps: [], ...product }
  return { id, quantity, price: quantity * whole.price, product: whole }
}
const steps = { price_steps: [{ quantity: 3, price: 45_000 }] }
const pricesOf = (lines: Parameters<typeof reprice>[0]) => reprice(lines).map(({ price }) => price)

test("a buyer's own price stays with another quantity, unless a step is lower", () => {
  const own = { price: 42_000, is_own_price: true }
  expect(pricesOf([line('a', 2, { ...own, ...steps })])).toEqual([84_000])
  expect(pricesOf([line('a', 3, { ...own, price_steps: [{ quantity: 3, price: 40_000 }] })])).toEqual([120_000])
})

test('a product from the stock and in a batch count together for its steps, as the sizes of a group do', () => {
  const both = [line('stock', 2, steps), line('batch', 1, steps), line('other', 1, { ...steps, id: 'putri salju' })]
  expect(pricesOf(both)).toEqual([90_000, 45_000, 50_000])
  expect(both.map((one) => togetherWith(one, both))).toEqual([3, 3, 1])
  const sizes = [line('small', 1, { ...steps, group_id: 'g' }), line('large', 2, { id: 'large', group_id: 'g' })]
  expect(pricesOf(sizes)).toEqual([45_000, 100_000])
})

test('a part of the cart has the prices of its own quantities', () => {
  const inCart = { ...steps, price: 45_000 }
  expect(pricesOf([line('stock', 2, inCart)])).toEqual([100_000])
})
