import type { Production, ProductionLine } from '@camilan/contract/production'
import { firstTerms } from '@camilan/contract/terms'
import { expect, test } from 'vitest'
import { goodsOf, piecesLeft, productionText } from './production-list'

const nastar: ProductionLine = {
  product_id: '6f1c3f0e-6e0c-4f5e-8a58-5d4f4b1f0a01',
  name: 'Nastar',
  image: null,
  image_look: null,
  weight: 'GRAM_500',
  packaging: 'TOPLES',
  quantity: 5,
  packed: 0,
  made: 0,
  held: 0,
}
const chips: ProductionLine = {
  ...nastar,
  product_id: '6f1c3f0e-6e0c-4f5e-8a58-5d4f4b1f0a02',
  name: 'Basreng',
  weight: 'KG_1',
  packaging: 'BAL',
}
const day = (date: string, ...lines: ProductionLine[]): Production[number] => ({
  day: date,
  orders: 1,
  packed_orders: 0,
  held_orders: 0,
  batches: [],
  lines,
})
const days = [
  day('2026-11-19', { ...nastar, packed: 3 }, { ...chips, quantity: 2, made: 2 }),
  day('2026-11-20', { ...nastar, quantity: 1_200, made: 1_000, held: 4 }, { ...nastar, packaging: 'BAL' }),
]

test('the same goods of several days are one line', () => {
  expect(goodsOf(days, firstTerms)).toEqual([
    { ...chips, quantity: 2, made: 2 },
    { ...nastar, packaging: 'BAL' },
    { ...nastar, quantity: 1_205, packed: 3, made: 1_000, held: 4 },
  ])
  expect(piecesLeft(days)).toBe(207)
})

test('the message says what is to be made and what is ready', () => {
  expect(productionText('Rekap produksi, 20 November', days, firstTerms)).toBe(`*Rekap produksi, 20 November*
▢ 5 Nastar, Bal 500gram
▢ 202 Nastar, Toples 500gram

Sudah siap:
✓ 2 Basreng, Bal 1kg`)
})
