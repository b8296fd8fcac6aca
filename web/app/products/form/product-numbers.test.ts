import { ProductChange } from '@camilan/contract/product-form'
import { expect, test } from 'vitest'
import { type KnownPrice, type ProductTexts, productResolver } from './product-numbers.ts'

const resolve = async (price_steps: string, known: KnownPrice) => {
  const texts = { price_steps, name: '', stock: '', parts: '', weight: '' } as Partial<ProductTexts>
  for (const name of ['ingredients', 'allergens', 'storage', 'halal_number', 'pirt_number'] as const) texts[name] = ''
  for (const name of ['price', 'low_stock_at', 'net_weight_grams', 'packing_grams', 'cost_price'] as const)
    texts[name] = ''
  texts.shelf_life_days = texts.opened_shelf_life_days = ''
  const resolver = productResolver<ProductChange>(ProductChange)
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { values, errors } = await resolver(texts as ProductTexts, known, options)
  return (
    errors.price_steps?.message?.toString().replaceAll('\u00a0', ' ') ?? ('price_steps' in values && values.price_steps)
  )
}
const known = (): KnownPrice => ({ former: 100_000, accepted: undefined, steps: new Set([500]) })

test.each([
  ['3x93rb 6x90.000', '3x93000 6x90000'],
  ['3x500', '3x500'],
  ['3x93', 'Maksud Anda Rp 93.000 atau Rp 93?'],
  ['3x93rupee', 'Isi jumlah dan harganya.'],
])('the prices from a quantity on %s are read as the price is: %s', async (typed, read) => {
  expect(await resolve(typed, known())).toBe(read)
})

test('a price that the person has chosen is asked back no more', async () => {
  expect(await resolve('3x93', { ...known(), steps: new Set([93]) })).toBe('3x93')
})
