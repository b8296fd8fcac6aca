import { expect, test } from 'vitest'
import { readWeight } from './read-weight.ts'

test.each([
  ['250 gr', '', 'GRAM_250'],
  ['250', 'Berat', 'GRAM_250'],
  ['0,25', 'Berat (kg)', 'GRAM_250'],
  ['1,5 kg', '', 'GRAM_1500'],
  ['1.500 gram', '', 'GRAM_1500'],
  ['1000', 'Berat Produk (gram)', 'KG_1'],
  ['2 Kilo', '', 'KG_2'],
  ['500ml', 'Berat', 'ML_500'],
  ['0.5 liter', '', 'ML_500'],
  ['12 pcs', '', 'PCS_12'],
  ['1,5 pcs', '', undefined],
  ['0', '', undefined],
  ['besar', '', undefined],
  ['250 gr x 2', '', undefined],
])('the weight %s under the heading %s is %s', (cell, heading, code) => expect(readWeight(cell, heading)).toBe(code))
