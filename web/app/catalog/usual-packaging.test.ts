import { expect, test } from 'vitest'
import { followingPackaging, usualWeights } from './usual-packaging'

test('the packaging follows the category', () => {
  expect(followingPackaging({ packaging: '', category: '', nextCategory: 'KUE_KERING' })).toBe('TOPLES')
  expect(followingPackaging({ packaging: 'TOPLES', category: 'KUE_KERING', nextCategory: 'MAKANAN_RINGAN' })).toBe(
    'BAL',
  )
})

test('an unusual packaging was chosen on purpose, and stays', () => {
  expect(followingPackaging({ packaging: 'BAL', category: '', nextCategory: 'KUE_KERING' })).toBe('BAL')
  expect(followingPackaging({ packaging: 'BAL', category: 'KUE_KERING', nextCategory: 'KUE_KERING' })).toBe('BAL')
})

test('the sizes of a category are suggested in words', () => {
  expect(usualWeights('MAKANAN_RINGAN')).toBe('Biasanya 1kg atau 2kg.')
  expect(usualWeights('')).toBeUndefined()
})
