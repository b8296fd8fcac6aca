import type { AdminProduct } from '@camilan/contract/catalog'
import { type CsvChanges, stockReasons } from '@camilan/contract/many-products'
import * as z from 'zod/mini'
import { formatTyped } from '~/platform/forms/typed-number'
import { type Asked, type CellChange, type Column, columns, readCell } from './read-cell'

export const TypedCells = z.object({
  reason: z.enum(stockReasons),
  /** By the key of the cell. */
  texts: z.record(z.string(), z.string()),
  /** The numbers that the person saw when they began to type. */
  seen: z.record(z.string(), z.int()),
})
export type TypedCells = z.infer<typeof TypedCells>

/** What is shown at the cells, by their keys. */
export type AskedCells = Readonly<Record<string, Asked>>

type FileItem = CsvChanges['items'][number]

export interface Line {
  product: AdminProduct
  cells: readonly (CellChange & { column: Column })[]
  /** The other fields that a file changes. */
  others: FileItem | undefined
}

export const keyOf = (column: Column, id: string) => `${column}:${id}`

export function readTyped(
  product: AdminProduct,
  column: Column,
  { reason, texts, seen }: TypedCells,
  asked: AskedCells,
) {
  const key = keyOf(column, product.id)
  const text = texts[key] ?? ''
  // A choice that was offered is accepted the second time.
  const accepted = asked[key]?.choices.find((choice) => text === formatTyped(choice))
  return readCell(product, column, text, { reason, seen: seen[key] ?? product[column] ?? 0, accepted })
}

/** The products with something to change. */
export function linesOf(
  products: readonly AdminProduct[],
  typed: TypedCells,
  asked: AskedCells,
  ofFile: readonly FileItem[],
): Line[] {
  return products.flatMap((product) => {
    const cells = columns.flatMap((column) => {
      const cell = readTyped(product, column, typed, asked)
      return cell && 'form' in cell ? [{ column, ...cell }] : []
    })
    const others = ofFile.find(({ id }) => id === product.id)
    return cells.length > 0 || others ? [{ product, cells, others }] : []
  })
}

export function problemsOf(products: readonly AdminProduct[], typed: TypedCells, asked: AskedCells): AskedCells {
  const problems = products.flatMap((product) =>
    columns.flatMap((column) => {
      const cell = readTyped(product, column, typed, asked)
      return cell && 'problem' in cell ? [[keyOf(column, product.id), cell] as const] : []
    }),
  )
  return Object.fromEntries(problems)
}

/** An item of the call that changes products. */
export function itemOf({ product: { id }, cells, others }: Line) {
  const reason = cells.find(({ stock_reason }) => stock_reason)?.stock_reason
  const form = Object.assign({}, others?.form, ...cells.map((cell) => cell.form))
  return { id, form, ...(reason && { stock_reason: reason }) }
}

export function withText(typed: TypedCells, column: Column, product: AdminProduct, text: string): TypedCells {
  const key = keyOf(column, product.id)
  const seen = { ...typed.seen, [key]: typed.seen[key] ?? product[column] ?? 0 }
  return { ...typed, texts: { ...typed.texts, [key]: text }, seen }
}

/** Instead of the prices that are typed. */
export function withPrices(typed: TypedCells, prices: readonly { id: string; price: number; before: number }[]) {
  const others = Object.entries(typed.texts).filter(([key]) => !key.startsWith('price:'))
  const texts = prices.map(({ id, price }) => [keyOf('price', id), formatTyped(price)] as const)
  const seen = prices.map(({ id, before }) => [keyOf('price', id), before] as const)
  return {
    ...typed,
    texts: Object.fromEntries([...others, ...texts]),
    seen: { ...typed.seen, ...Object.fromEntries(seen) },
  }
}

/** What a file has for the cells. */
export function cellsOfFile(items: readonly FileItem[]): TypedCells {
  const cells = items.flatMap(({ id, changes }) =>
    changes.flatMap(({ field, before, after }) => {
      const column = columns.find((name) => name === field)
      return column ? [{ key: keyOf(column, id), before: Number(before ?? 0), after: Number(after ?? 0) }] : []
    }),
  )
  return {
    reason: 'hitung_ulang',
    texts: Object.fromEntries(cells.map(({ key, after }) => [key, formatTyped(after)])),
    seen: Object.fromEntries(cells.map(({ key, before }) => [key, before])),
  }
}

/** What a file has beside the cells. */
export function othersOfFile(items: readonly FileItem[]): FileItem[] {
  const numbers: readonly string[] = columns.flatMap((column) => [column, `expected_${column}`])
  return items
    .map(({ changes, form, ...product }) => ({
      ...product,
      changes: changes.filter(({ field }) => !numbers.includes(field)),
      form: Object.fromEntries(Object.entries(form).filter(([name]) => !numbers.includes(name))),
    }))
    .filter(({ changes }) => changes.length > 0)
}
