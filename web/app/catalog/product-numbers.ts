import type { NewProduct } from '@camilan/contract/catalog'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { questionOf, readNumber } from '~/platform/typed-number'

/** The fields as the form keeps them: as text. */
export type ProductTexts = Record<keyof NewProduct, string>

export const numberFields = ['price', 'stock', 'low_stock_at'] as const
export type NumberFieldName = (typeof numberFields)[number]

type Schema<Checked> = Parameters<typeof standardSchemaResolver<ProductTexts, unknown, Checked>>[0]

/**
 * Reads the numbers as people write them before the schema checks them. A number with several readings becomes a question.
 * @param takesChanges  `+20` and `-3` change the stock, as `stock_change`
 */
export function productResolver<Checked>(
  schema: Schema<Checked>,
  { takesChanges = false } = {},
): Resolver<ProductTexts, unknown, Checked> {
  const check = standardSchemaResolver<ProductTexts, unknown, Checked>(schema)
  return async (texts, context, options) => {
    const asked: FieldErrors<ProductTexts> = {}
    const plain: Record<string, string> = { ...texts }
    for (const name of numberFields) {
      const read = readNumber(texts[name])
      if (read.kind === 'ambiguous') {
        asked[name] = { type: 'ambiguous', message: questionOf(read.readings) }
        plain[name] = '1' // so that the schema reports no other problem
      } else if (read.kind === 'number' && read.sign && name === 'stock' && takesChanges) {
        plain.stock = ''
        plain.stock_change = String(read.value)
      } else if (read.kind === 'number') plain[name] = String(read.value)
    }
    const result = await check(plain as ProductTexts, context, options)
    const { stock_change, ...errors } = result.errors as FieldErrors<ProductTexts & { stock_change: string }>
    const all = { ...errors, ...(stock_change && { stock: stock_change }), ...asked }
    return Object.keys(all).length === 0 ? result : { values: {}, errors: all as FieldErrors<ProductTexts> }
  }
}
