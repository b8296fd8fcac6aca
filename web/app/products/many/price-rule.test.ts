import { expect, test } from 'vitest'
import { initialRule, pricesBy } from './price-rule.ts'

const chips = { id: 'chips', price: 25_000, category: 'MAKANAN_RINGAN' } as const
const cake = { id: 'cake', price: 50_000, category: 'KUE_KERING' } as const

test.each([
  [{ way: 'up' }, 10, 27_500],
  [{ way: 'up', round: '1000' }, 7, 27_000],
  [{ way: 'down', round: '1' }, 12.5, 21_875],
  [{ way: 'more' }, 2_300, 27_500],
  [{ way: 'less', round: '1' }, 5_000, 20_000],
] as const)('%j by %d makes Rp 25.000 to %i', (rule, by, price) => {
  expect(pricesBy({ ...initialRule, ...rule }, by, [chips], [])).toEqual([{ id: 'chips', before: 25_000, price }])
})

test('a rule is for all products, a category, or those that are chosen, and leaves out what stays', () => {
  const idsBy = (which: string, by = 10) =>
    pricesBy({ ...initialRule, which }, by, [chips, cake], ['cake']).map(({ id }) => id)
  expect(idsBy('semua')).toEqual(['chips', 'cake'])
  expect(idsBy('MAKANAN_RINGAN')).toEqual(['chips'])
  expect(idsBy('pilih')).toEqual(['cake'])
  expect(idsBy('semua', 0.5)).toEqual(['cake'])
})
