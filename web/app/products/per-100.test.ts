import { expect, test } from 'vitest'
import { per100 } from './per-100'

test.each([
  [{ weight: 'KG_1' }, 'Rp\u00a02.500 per 100 g'],
  [{ weight: 'GRAM_250', net_weight_grams: 500 }, 'Rp\u00a05.000 per 100 g'],
  [{ weight: 'ML_250' }, 'Rp\u00a010.000 per 100 ml'],
  [{ weight: 'PCS_12' }, undefined],
  [{ weight: 'PCS_12', net_weight_grams: 100 }, 'Rp\u00a025.000 per 100 g'],
])('Rp 25.000 for %j is %j', (size, text) => {
  expect(per100({ price: 25_000, ...size })).toBe(text)
})
