import type { AdminProduct } from '@camilan/contract/catalog'
import type { StockReason } from '@camilan/contract/many-products'
import { NewProduct } from '@camilan/contract/product-form'
import * as z from 'zod/mini'
import { questionOf, readNumber, type TypedNumber } from '~/platform/forms/typed-number'
import { readPriceOnce } from '~/products/form/product-numbers'
import { questionOfPrice } from '~/products/form/read-price'

/** The numbers of a product that the table changes. */
export const columns = ['price', 'stock', 'cost_price'] as const
export type Column = (typeof columns)[number]

/** What the person is told about a cell. `choices`: numbers that they may have meant. */
export interface Asked {
  problem: string
  choices: readonly number[]
}

export interface CellChange {
  after: number
  /** The part of the product's form. */
  form: Record<string, string>
  stock_reason?: StockReason
}

interface CellContext {
  /** How a stock without a sign is meant: `+20` and `-3` always change it. */
  reason: StockReason
  /** The number that the person saw when they began to type. */
  seen: number
  /** The unlikely price that they have chosen. */
  accepted: number | undefined
}

/** @returns undefined if nothing changes */
export function readCell(
  product: AdminProduct,
  column: Column,
  text: string,
  context: CellContext,
): CellChange | Asked | undefined {
  const { seen, accepted } = context
  const read = column === 'price' ? readPriceOnce(text, { former: product.price, accepted }) : readNumber(text)
  if (read.kind === 'empty') return undefined
  if (read.kind === 'ambiguous') {
    const problem = column === 'price' ? questionOfPrice(text, read.readings) : questionOf(read.readings)
    return { problem, choices: read.readings }
  }
  const added = column === 'stock' ? addedStock(read, context.reason) : undefined
  if (added) {
    if (added.value === 0) return undefined
    const { value, ...why } = added
    return { after: product.stock + value, form: { stock_change: String(value) }, ...why }
  }
  const checked = z.safeParse(NewProduct.shape[column], String(read.kind === 'number' ? read.value : text))
  if (!checked.success) return { problem: checked.error.issues[0]?.message ?? '', choices: [] }
  const after = checked.data ?? 0
  if (after === seen) return undefined
  const expected = column === 'cost_price' ? {} : { [`expected_${column}`]: String(seen) }
  const why = column === 'stock' ? ({ stock_reason: 'hitung_ulang' } as const) : {}
  return { after, form: { [column]: String(after), ...expected }, ...why }
}

function addedStock(read: TypedNumber, reason: StockReason): { value: number; stock_reason?: StockReason } | undefined {
  if (read.kind !== 'number') return undefined
  if (read.sign) return { value: read.value }
  if (reason === 'hitung_ulang') return undefined
  return { value: reason === 'rusak' ? -read.value : read.value, stock_reason: reason }
}
