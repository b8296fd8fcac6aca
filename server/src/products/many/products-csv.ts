import { hash } from 'node:crypto'
import type { CsvChanges } from '@camilan/contract/many-products'
import { ProductChange } from '@camilan/contract/product-form'
import { UuidPath } from '@camilan/contract/wire'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { changedFields } from '../../people/audit/changed-fields.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import { csvOptions, textCell } from '../../platform/csv/write-csv.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { changeInTransaction, endedDeclaration } from '../change/change-product.ts'
import { CsvDiffers } from '../errors.ts'
import { type ProductRow, productColumns } from '../queries.ts'
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
import { type CsvLine, type CsvProblem, type ProductsTable, readProductsCsv } from './read-products-csv.ts'

const unarchived = (db: Db) => db.selectFrom('products').select(productColumns).where('archived_at', 'is', null)

/** What is read from a cell that nobody edited. */
function exportedText(row: ProductRow, name: CsvField): string {
  const cell = cellOf(row, name, 'codes') ?? ''
  return readCell(name, typeof cell === 'number' ? String(cell) : textCell(cell, ','))
}

/** All products, for a spreadsheet. Its last column lets `importProducts` know which cells were edited. */
export async function exportProducts(
  db: Db,
  { delimiter, form }: { delimiter: string; form: CsvForm },
): Promise<string> {
  const rows = await unarchived(db).orderBy('name_key').orderBy('id').execute()
  const names = (Object.keys(columns) as ColumnName[]).filter((name) => form === 'codes' || name !== 'expected_stock')
  const cell = (row: ProductRow, name: ColumnName) => {
    if (name === 'id') return row.id
    if (name === 'expected_stock') return row.stock
    return name === 'exported' ? fingerprint((field) => exportedText(row, field)) : cellOf(row, name, form)
  }
  const headings = names.map((name) => (form === 'codes' ? name : columns[name].heading))
  return stringify([headings, ...rows.map((row) => names.map((name) => cell(row, name)))], csvOptions(delimiter))
}

interface Import {
  csv: string
  preview?: boolean | undefined
  only_correct?: boolean | undefined
  seen?: string | undefined
}

/**
 * Change the products of a file by their ids. An empty cell, a missing column and a cell as it was exported keep the
 * value; without its last column the stock changes only with `expected_stock`, so that no sale since the export is undone.
 * With `preview` nothing is changed, nor with any problem, unless only the correct lines are wanted.
 * @throws {InvalidForm} the file is no table of products
 * @throws {CsvDiffers} a line has a problem, or the products give another result than the one in `seen`
 */
export function importProducts(
  db: Db,
  by: Administrator,
  { csv, preview, only_correct, seen }: Import,
  now: Date,
): Promise<CsvChanges> {
  const table = readProductsCsv(csv)
  return transact(db, async (tx) => {
    const { forms, ...result } = await compare(tx, table, !preview)
    if (preview) return result
    const differs = seen !== undefined && seen !== result.seen && result.items.length > 0
    if ((result.problems.length > 0 && !only_correct) || differs) throw new CsvDiffers(result)
    for (const { id, form } of forms) await changeInTransaction(tx, by, { id, form, image: undefined }, now)
    return result
  })
}

/** What each line would change. With `locks` the result stays true until the products are changed. */
async function compare(
  tx: Tx,
  { lines, problems: unreadable, headings, unknownColumns }: ProductsTable,
  locks: boolean,
) {
  const idOf = ({ cells }: CsvLine) => (cells.id ?? '').toLowerCase()
  const ids = lines.map(idOf).filter((id) => UuidPath.safeParse({ id }).success)
  const rows = await unarchived(tx)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .$if(locks, (query) => query.forNoKeyUpdate())
    .execute()
  const products = new Map(rows.map((row) => [row.id, row]))
  const firstLines = new Map(lines.toReversed().map((line) => [idOf(line), line.line] as const))
  const read = lines.map((line) => {
    const product = products.get(idOf(line))
    const first = firstLines.get(idOf(line)) ?? line.line
    if (line.cells.id === undefined) return fault(line, 'id', 'Kosong. Produk baru ditambahkan di Kelola Produk.')
    if (first < line.line) return fault(line, 'id', `Produk ini sudah ada di baris ${first}.`)
    return product ? readLine(line, product) : fault(line, 'id', `Tidak ada produk dengan id “${line.cells.id}”.`)
  })
  const faults = read.flatMap(({ line, faults }) =>
    faults.map(({ name, sentence }) => ({ line, column: headings[name] ?? columns[name].heading, sentence })),
  )
  const found = read.flatMap(({ found }) => (found && found.changes.length > 0 ? [found] : []))
  const items = found.map(({ id, name, changes }) => ({ id, name, changes }))
  const problems: CsvProblem[] = [...unreadable, ...faults].sort((a, b) => a.line - b.line)
  const seen = hash('sha256', JSON.stringify(items))
  return { seen, items, problems, unknown_columns: unknownColumns, forms: found }
}

interface Fault {
  name: ColumnName
  sentence: string
}

const fault = ({ line }: CsvLine, name: ColumnName, sentence: string) => ({
  line,
  faults: [{ name, sentence }] as Fault[],
  found: undefined,
})

function readLine({ line, cells }: CsvLine, product: ProductRow) {
  const checked = ProductChange.safeParse(editedTexts(cells))
  const form = Object.fromEntries(
    Object.entries(checked.data ?? {}).filter(
      // An unchanged declaration of allergens is not declared anew.
      ([name, value]) => value !== undefined && !(name === 'allergens' && value === product.allergens),
    ),
  ) as ProductChange
  const faults = checked.success ? staleFields(cells, product, form) : faultsOf(checked.error.issues, cells)
  if (faults.length > 0) return { line, faults, found: undefined }
  const after = Object.assign({}, product, form, endedDeclaration(product, form))
  const changes = changedFields(fields, product, after)
  return { line, faults, found: { id: product.id, name: product.name, form, changes } }
}

/** The cells that nobody edited are left out, as far as the file says which these are. */
function editedTexts(cells: CsvLine['cells']): Partial<Record<ColumnName, string>> {
  const { exported = '', expected_stock } = cells
  const edited = fields.flatMap((name) => {
    const cell = cells[name]
    if (cell === undefined) return []
    const text = readCell(name, cell)
    const isAsExported = hadText(exported, name, text)
    if (name !== 'stock' || isAsExported !== undefined) return isAsExported ? [] : [[name, text]]
    const isCounted = expected_stock !== undefined && text !== readCell('expected_stock', expected_stock)
    return isCounted
      ? [
          ['expected_stock', readCell('expected_stock', expected_stock)],
          [name, text],
        ]
      : []
  })
  return Object.fromEntries(edited)
}

/** Edited fields that somebody else has changed since the export, too, to another value. */
function staleFields({ exported = '', expected_stock }: CsvLine['cells'], product: ProductRow, form: ProductChange) {
  return fields.flatMap((name): Fault[] => {
    if (form[name] === undefined || form[name] === product[name]) return []
    const isAsExported = hadText(exported, name, exportedText(product, name))
    if (name !== 'stock') return isAsExported === false ? [{ name, sentence: changedSince(product, name) }] : []
    if (isAsExported ?? form.expected_stock === product.stock) return []
    const since = expected_stock === undefined ? 'sudah berubah sejak file ini diunduh' : `bukan ${expected_stock}`
    return [{ name, sentence: `Stok ${product.name} sekarang ${product.stock}, ${since}.` }]
  })
}

function changedSince(product: ProductRow, name: CsvField): string {
  const now = String(cellOf(product, name, 'labels') ?? 'kosong').slice(0, 60)
  return `Sudah berubah menjadi “${now}” sejak file ini diunduh. Kosongkan isian ini, atau unduh lagi.`
}

function faultsOf(issues: readonly { path: PropertyKey[]; message: string }[], cells: CsvLine['cells']): Fault[] {
  const faults = issues.map(({ path, message }): Fault => {
    const name = path[0] as ColumnName
    const { words } = columns[name]
    return { name, sentence: words ? `“${cells[name]}” tidak dikenal. Pilihannya: ${words.join(', ')}.` : message }
  })
  return faults.filter(({ name }, index) => faults.findIndex((other) => other.name === name) === index)
}
