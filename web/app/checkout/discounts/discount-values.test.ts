import { expect, test } from 'vitest'
import { codesOf, goodsOf, newDiscount, productsIn } from './discount-values.ts'

const named = { packaging: 'TOPLES', weight: '500GRAM', price: 50_000 }
const products = [
  { ...named, id: 'a', name: 'Nastar', category: 'KUE' },
  { ...named, id: 'b', name: 'Basreng', category: 'PEDAS' },
]

test('another category leaves the chosen products outside it', () => {
  expect(productsIn('KUE', ['a', 'b', 'deleted'], products)).toEqual(['a', 'deleted'])
  expect(productsIn('', ['a', 'b'], products)).toEqual(['a', 'b'])
})

test.each([
  [{ most_uses: '' }, true, '1'],
  [{ most_uses: '5' }, true, '5'],
  [{ most_uses: '1', isRandom: true }, false, ''],
  [{ most_uses: '5', isRandom: true }, false, '5'],
  [{ most_uses: '1' }, false, '1'],
])(
  'random codes are used once, and one code without a limit, unless the seller says otherwise: %j',
  (typed, isRandom, most) => {
    const before = { ...newDiscount, ...typed }
    expect({ ...before, ...codesOf(before, isRandom) }).toMatchObject({ isRandom, most_uses: most })
  },
)

test('buyers are told what a discount is for', () => {
  const told = (product_ids: string[], category: string | null) =>
    goodsOf({ product_ids, category }, { products, categoryOf: () => 'Kue kering' })
  expect(told([], null)).toBeUndefined()
  expect(told([], 'KUE')).toBe('untuk Kue kering')
  expect(told(['a', 'b'], 'KUE')).toBe('untuk Nastar dan 1 produk lain')
})
