import type { CsvChanges } from '@camilan/contract/many-products'
import { ProductChange } from '@camilan/contract/product-form'
import { partSentences } from '@camilan/contract/product-parts'
import { unknownCodes } from '@camilan/contract/terms'
import { UuidPath } from '@camilan/contract/wire'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { changedFields } from '../../people/audit/changed-fields.ts'
import { csvOptions, textCell } from '../../platform/csv/write-csv.ts'
import type { Db } from '../../platform/db/db.ts'
import { storedTerms, type TermRows } from '../../settings/terms/queries.ts'
import { endedDeclaration } from '../change/change-product.ts'
import { type ProductRow, regularColumns } from '../queries.ts'
import { versionOf } from '../read/present.ts'
import {
  type ColumnName,
  type CsvField,
  type CsvForm,
  cellOf,
  columns,
  fields,
  fingerprint,
  hadText,
  readCell,
} from './csv-columns.ts'
import { type CsvLine, type CsvProblem, readProductsCsv } from './read-products-csv.ts'

const unarchived = (db: Db, now: Date) =>
  db.selectFrom('products').select(regularColumns(now)).where('archived_at', 'is', null)

/** What is read from a cell that nobody edited. */
function exportedText(row: ProductRow, name: CsvField, terms: TermRows): string {
  const cell = cellOf(row, name, 'codes', terms) ?? ''
  return readCell(name, typeof cell === 'number' ? String(cell) : textCell(cell, ','), terms)
}

/** All products, for a spreadsheet. Its last column lets `importProducts` know which cells were edited. */
export async function exportProducts(
  db: Db,
  { delimiter, form }: { delimiter: string; form: CsvForm },
  now: Date,
): Promise<string> {
  const rows = await unarchived(db, now).orderBy('name_key').orderBy('id').execute()
  const terms = await storedTerms(db)
  const names = (Object.keys(columns) as ColumnName[]).filter((name) => form === 'codes' || name !== 'expected_stock')
  const cell = (row: ProductRow, name: ColumnName) => {
    if (name === 'id') return row.id
    if (name === 'expected_stock') return row.stock
    return name === 'exported'
      ? fingerprint((field) => exportedText(row, field, terms))
      : cellOf(row, name, form, terms)
  }
  const headings = names.map((name) => (form === 'codes' ? name : columns[name].heading))
  return stringify([headings, ...rows.map((row) => names.map((name) => cell(row, name)))], csvOptions(delimiter))
}

/**
 * What a file would change of the products with its ids. An empty cell, a missing column and a cell as it was exported keep
 * the value; without its last column the stock changes only with `expected_stock`, so that no sale since the export is undone.
 * @throws {InvalidForm} the file is no table of products
 */
export async function readProductsFile(db: Db, csv: string, now: Date): Promise<CsvChanges> {
  const { lines, problems: unreadable, headings, unknownColumns } = readProductsCsv(csv)
  const idOf = ({ cells }: CsvLine) => (cells.id ?? '').toLowerCase()
  const ids = lines.map(idOf).filter((id) => UuidPath.safeParse({ id }).success)
  const rows = await unarchived(db, now).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  const products = new Map(rows.map((row) => [row.id, row]))
  const terms = await storedTerms(db)
  const firstLines = new Map(lines.toReversed().map((line) => [idOf(line), line.line] as const))
  const read = lines.map((line) => {
    const product = products.get(idOf(line))
    const first = firstLines.get(idOf(line)) ?? line.line
    if (line.cells.id === undefined) return fault(line, 'id', 'Kosong. Produk baru ditambahkan di Kelola Produk.')
    if (first < line.line) return fault(line, 'id', `Produk ini sudah ada di baris ${first}.`)
    return product
      ? readLine(line, product, terms)
      : fault(line, 'id', `Tidak ada produk dengan id “${line.cells.id}”.`)
  })
  const faults = read.flatMap(({ line, faults }) =>
    faults.map(({ name, sentence }) => ({ line, column: headings[name] ?? columns[name].heading, sentence })),
  )
  const items = read.flatMap(({ found }) => (found && found.changes.length > 0 ? [found] : []))
  const problems: CsvProblem[] = [...unreadable, ...faults].sort((a, b) => a.line - b.line)
  return { items, problems, unknown_columns: unknownColumns }
}

export interface Fault {
  name: ColumnName
  sentence: string
}

export const fault = ({ line }: Pick<CsvLine, 'line'>, name: ColumnName, sentence: string) => ({
  line,
  faults: [{ name, sentence }] as Fault[],
  found: undefined,
})

/** What the cells change of a product. */
export function readLine({ line, cells }: CsvLine, product: ProductRow, terms: TermRows) {
  const texts = editedTexts(cells, terms)
  const checked = ProductChange.safeParse(texts)
  const form = Object.fromEntries(
    Object.entries(checked.data ?? {}).filter(
      // An unchanged declaration of allergens is not declared anew.
      ([name, value]) => value !== undefined && !(name === 'allergens' && value === product.allergens),
    ),
  ) as ProductChange
  const ownStock =
    product.parts !== null && form.stock !== undefined ? [{ path: ['stock'], message: partSentences.stock }] : []
  const issues = [...(checked.error?.issues ?? []), ...unknownTerms(terms, form), ...ownStock]
  const faults = issues.length > 0 ? faultsOf(issues, cells, terms) : staleFields(cells, product, form, terms)
  if (faults.length > 0) return { line, faults, found: undefined }
  const after = Object.assign({}, product, form, endedDeclaration(product, form))
  const changes = changedFields(fields, product, after)
  const changed = Object.fromEntries(Object.entries(texts).filter(([name]) => name in form))
  const seen = seenOf(product, Object.keys(changed))
  return { line, faults, found: { id: product.id, name: product.name, form: { ...changed, ...seen }, changes } }
}

export const unknownTerms = (...args: Parameters<typeof unknownCodes>) =>
  Object.entries(unknownCodes(...args)).map(([name, message]) => ({ path: [name], message }))

/** With it the change is refused if somebody has changed the product since it was compared. */
const seenOf = (product: ProductRow, changed: readonly string[]) => ({
  ...(changed.includes('price') && { expected_price: String(product.price) }),
  ...(changed.includes('stock') && { expected_stock: String(product.stock) }),
  ...(changed.some((name) => !['price', 'stock', 'expected_stock'].includes(name)) && {
    version: String(versionOf(product)),
  }),
})

/** The cells that nobody edited are left out, as far as the file says which these are. */
function editedTexts(cells: CsvLine['cells'], terms: TermRows): Partial<Record<ColumnName, string>> {
  const { exported = '', expected_stock } = cells
  const edited = fields.flatMap((name) => {
    const cell = cells[name]
    if (cell === undefined) return []
    const text = readCell(name, cell, terms)
    const isAsExported = hadText(exported, name, text)
    if (name !== 'stock' || isAsExported !== undefined) return isAsExported ? [] : [[name, text]]
    const isCounted = expected_stock !== undefined && text !== readCell('expected_stock', expected_stock, terms)
    return isCounted
      ? [
          ['expected_stock', readCell('expected_stock', expected_stock, terms)],
          [name, text],
        ]
      : []
  })
  return Object.fromEntries(edited)
}

/** Edited fields that somebody else has changed since the export, too, to another value. */
function staleFields(
  { exported = '', expected_stock }: CsvLine['cells'],
  product: ProductRow,
  form: ProductChange,
  terms: TermRows,
) {
  return fields.flatMap((name): Fault[] => {
    if (form[name] === undefined || form[name] === product[name]) return []
    const isAsExported = hadText(exported, name, exportedText(product, name, terms))
    if (name !== 'stock') return isAsExported === false ? [{ name, sentence: changedSince(product, name, terms) }] : []
    if (isAsExported ?? form.expected_stock === product.stock) return []
    const since = expected_stock === undefined ? 'sudah berubah sejak file ini diunduh' : `bukan ${expected_stock}`
    return [{ name, sentence: `Stok ${product.name} sekarang ${product.stock}, ${since}.` }]
  })
}

function changedSince(product: ProductRow, name: CsvField, terms: TermRows): string {
  const now = String(cellOf(product, name, 'labels', terms) ?? 'kosong').slice(0, 60)
  return `Sudah berubah menjadi “${now}” sejak file ini diunduh. Kosongkan isian ini, atau unduh lagi.`
}

export function faultsOf(
  issues: readonly { path: PropertyKey[]; message: string }[],
  cells: CsvLine['cells'],
  terms: TermRows,
): Fault[] {
  const faults = issues.map(({ path, message }): Fault => {
    const name = path[0] as ColumnName
    const words = columns[name].words?.(terms)
    return {
      name,
      sentence:
        words && cells[name] !== undefined
          ? `“${cells[name]}” tidak dikenal. Pilihannya: ${words.join(', ')}.`
          : message,
    }
  })
  return faults.filter(({ name }, index) => faults.findIndex((other) => other.name === name) === index)
}
