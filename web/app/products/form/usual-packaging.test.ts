import { expect, test } from 'vitest'
import { followingPackaging, usualWeights } from './usual-packaging'

test('a change of category sets its usual packaging', () => {
  expect(followingPackaging({ packaging: '', category: '', nextCategory: 'KUE_KERING' })).toBe('TOPLES')
  expect(followingPackaging({ packaging: 'TOPLES', category: 'KUE_KERING', nextCategory: 'MAKANAN_RINGAN' })).toBe(
    'BAL',
  )
})

test('a change of category keeps an unusual packaging', () => {
  expect(followingPackaging({ packaging: 'BAL', category: '', nextCategory: 'KUE_KERING' })).toBe('BAL')
  expect(followingPackaging({ packaging: 'BAL', category: 'KUE_KERING', nextCategory: 'KUE_KERING' })).toBe('BAL')
})

test('the usual sizes of a category form a sentence', () => {
  expect(usualWeights('MAKANAN_RINGAN')).toBe('Biasanya 1kg atau 2kg.')
  expect(usualWeights('')).toBeUndefined()
})
