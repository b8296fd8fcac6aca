import type { NewProduct } from '@camilan/contract/product-form'
import type { Part } from '@camilan/contract/product-parts'
import { weightOf } from '@camilan/contract/terms'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { questionOf, readNumber, type TypedNumber } from '~/platform/forms/typed-number'
import { questionOfPrice, readPrice } from './read-price'

/** The fields as the form keeps them: as text. */
export type ProductTexts = Record<keyof NewProduct, string>

export const numberFields = [
  'price',
  'stock',
  'low_stock_at',
  'net_weight_grams',
  'packing_grams',
  'cost_price',
  'shelf_life_days',
  'opened_shelf_life_days',
] as const
export type NumberFieldName = (typeof numberFields)[number]

/** The fields that can be emptied. In a form an empty field keeps what is there. */
const removableNumbers: readonly string[] = numberFields.slice(numberFields.indexOf('net_weight_grams'))
const removableTexts = ['ingredients', 'allergens', 'storage', 'halal_number', 'pirt_number'] as const
/** The rows of `price_steps` as they are typed: `3x93.000 x`. */
export const typedSteps = (text: string) =>
  text === ''
    ? []
    : text.split(' ').map((row) => {
        const [quantity = '', price = ''] = row.split('x')
        return { quantity, price }
      })

/** A quantity, or the price from it on, as it is read. */
export function readStep(name: 'quantity' | 'price', text: string, known: KnownPrice | undefined): TypedNumber {
  const read = readNumber(text)
  if (name === 'quantity' || (read.kind === 'number' && known?.steps?.has(read.value))) return read
  return readPrice(text)
}

/** As the schema reads it, and what is to be asked back. A row without a number is none. */
function plainSteps(text: string, known: KnownPrice | undefined) {
  let question: string | undefined
  const plain = (name: 'quantity' | 'price', cell: string) => {
    const read = readStep(name, cell, known)
    if (read.kind === 'ambiguous') question ??= questionOfPrice(cell, read.readings)
    return read.kind === 'number' ? String(read.value) : cell
  }
  const written = typedSteps(text).filter(({ quantity, price }) => quantity !== '' || price !== '')
  const rows = written.map(({ quantity, price }) => `${plain('quantity', quantity)}x${plain('price', price)}`)
  return { text: rows.join(' ') || '-', question }
}

/** The text that empties a field. */
export const emptyingText = (name: string) => (removableNumbers.includes(name) ? '0' : '-')

/** The parts of a hamper, which the form keeps as JSON; an ordinary product has none. */
export const partsOfText = (text: string): readonly Part[] => (text === '' ? [] : JSON.parse(text))

/** What the form knows beside its texts. */
export interface KnownPrice {
  /** The present price; undefined for a new product. */
  former: number | undefined
  /** The unlikely price that the person has chosen. */
  accepted: number | undefined
  /** Prices from a quantity on that are not asked back: the stored ones, and those that the person has chosen. */
  steps?: Set<number>
  /** A product whose weight says no grams needs them, because a delivery costs by weight. */
  asksGrams?: boolean
}

/** A price that was accepted is asked back no more. */
export function readPriceOnce(text: string, known: KnownPrice | undefined) {
  const read = readNumber(text)
  return read.kind === 'number' && read.value === known?.accepted ? read : readPrice(text, known?.former)
}

type Schema<Checked> = Parameters<typeof standardSchemaResolver<ProductTexts, KnownPrice, Checked>>[0]

/**
 * Reads the numbers as people write them before the schema checks them. A number with several readings becomes a question.
 * @param takesChanges  `+20` and `-3` change the stock, as `stock_change`
 */
export function productResolver<Checked>(
  schema: Schema<Checked>,
  { takesChanges = false } = {},
): Resolver<ProductTexts, KnownPrice, Checked> {
  const check = standardSchemaResolver<ProductTexts, KnownPrice, Checked>(schema)
  return async (texts, known, options) => {
    const asked: FieldErrors<ProductTexts> = {}
    const plain: Record<string, string> = { ...texts }
    for (const name of removableTexts) plain[name] = texts[name].trim() || emptyingText(name)
    const steps = plainSteps(texts.price_steps, known)
    plain.price_steps = steps.question ? '-' : steps.text
    if (steps.question) asked.price_steps = { type: 'ambiguous', message: steps.question }
    for (const name of numberFields) {
      const read = name === 'price' ? readPriceOnce(texts[name], known) : readNumber(texts[name])
      if (read.kind === 'ambiguous') {
        asked[name] = {
          type: 'ambiguous',
          message: name === 'price' ? questionOfPrice(texts.price, read.readings) : questionOf(read.readings),
        }
        plain[name] = '1' // so that the schema reports no other problem
      } else if (read.kind === 'number' && read.sign && name === 'stock' && takesChanges) {
        plain.stock = ''
        plain.stock_change = String(read.value)
      } else if (read.kind === 'empty' && removableNumbers.includes(name)) {
        plain[name] = emptyingText(name)
      } else if (read.kind === 'number') plain[name] = String(read.value)
    }
    // A hamper has the stock of its parts.
    if (partsOfText(texts.parts).length > 0) plain.stock = takesChanges ? '' : '0'
    if (known?.asksGrams && weightOf(texts.weight)?.unit === 'PCS' && texts.net_weight_grams.trim() === '') {
      asked.net_weight_grams = { type: 'required', message: 'Timbang isinya: ongkos kirim dihitung dari berat.' }
    }
    const result = await check(plain as ProductTexts, known, options)
    const { stock_change, ...errors } = result.errors as FieldErrors<ProductTexts & { stock_change: string }>
    const all = { ...errors, ...(stock_change && { stock: stock_change }), ...asked }
    return Object.keys(all).length === 0 ? result : { values: {}, errors: all as FieldErrors<ProductTexts> }
  }
}
