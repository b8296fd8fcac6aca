import { hash } from 'node:crypto'
import { factFields } from '@camilan/contract/food-form'
import type { CsvChanges } from '@camilan/contract/many-products'
import { ProductChange } from '@camilan/contract/product-form'
import { UuidPath } from '@camilan/contract/wire'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { changedFields } from '../audit/changed-fields.ts'
import type { Administrator } from '../audit/record-change.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { InvalidForm } from '../platform/errors.ts'
import { changeInTransaction, endedDeclaration } from './change-product.ts'
import { CsvDiffers } from './errors.ts'
import { auditedFields, type ProductRow, productColumns } from './queries.ts'

const editable = auditedFields.filter((field) => field !== 'image' && field !== 'more_images')
/** New columns come last. */
const newColumns = ['cost_price', ...factFields] as const
const formerColumns = editable.filter((field) => !newColumns.some((added) => added === field))
const columns = ['id', ...formerColumns, 'expected_stock', ...newColumns] as const

/** Of digits, which a spreadsheet would round. */
const isNumberText = (column: string) => column === 'halal_number' || column === 'pirt_number'

/**
 * All products, for a spreadsheet. Text that a spreadsheet would run as a formula or round gets an apostrophe in front,
 * which `importProducts` removes.
 */
export async function exportProducts(db: Db, delimiter: string): Promise<string> {
  const rows = await unarchived(db).orderBy('name_key').orderBy('id').execute()
  const cells = rows.map((row) =>
    columns.map((column) => {
      const cell = cellOf(column === 'expected_stock' ? row.stock : row[column])
      return isNumberText(column) ? cell.replace(/^(?=\d)/, "'") : cell
    }),
  )
  // A lone LF inside a cell would not be quoted by itself.
  const quoting = { record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const
  return stringify([[...columns], ...cells], { bom: true, ...quoting, delimiter })
}

const formula = /(^|[;\t\r\n]\s*)(?=[=+\-@\t\r])/g
const cellOf = (value: string | number | boolean | null) => String(value ?? '').replace(formula, "$1'")
/** It looks back from each apostrophe: a search from each break would read a cell of breaks once for every one of them. */
const textOf = (cell: string) => cell.replace(/'(?=[=+\-@\t\r])(?<=(?:^|[;\t\r\n]\s*)')/g, '')

/** Spreadsheets save `true` in the language of their program. */
const booleans: Record<string, string> = { benar: 'true', ya: 'true', salah: 'false', tidak: 'false' }
function booleanOf(cell: string): string {
  const lower = cell.toLowerCase()
  return booleans[lower] ?? lower
}

const unarchived = (db: Db) => db.selectFrom('products').select(productColumns).where('archived_at', 'is', null)

/**
 * Change the products of a file by their `id`: an empty cell or a missing column keeps the value. The stock changes only
 * with `expected_stock`, so that no sale since the export is undone. With `preview`, or with any problem, nothing is changed.
 * @throws {InvalidForm} the file is no table with a column `id`
 * @throws {CsvDiffers} a line has a problem, or the products give another result than the one in `seen`
 */
export function importProducts(
  db: Db,
  by: Administrator,
  { csv, preview, seen }: { csv: string; preview?: boolean | undefined; seen?: string | undefined },
  now: Date,
): Promise<CsvChanges> {
  const lines = readLines(csv)
  return transact(db, async (tx) => {
    const { forms, ...result } = await compare(tx, lines, !preview)
    if (preview) return result
    const differs = seen !== undefined && seen !== result.seen && result.items.length > 0
    if (result.problems.length > 0 || differs) throw new CsvDiffers(result)
    for (const { id, form } of forms) await changeInTransaction(tx, by, { id, form, image: undefined }, now)
    return result
  })
}

type Line = Record<string, string> & { id: string }

function readLines(csv: string): Line[] {
  const delimiter = (csv.split('\n', 1)[0] ?? '').includes(';') ? ';' : ','
  try {
    const lines: Line[] = parse(csv, { columns: true, bom: true, delimiter, trim: true, skip_empty_lines: true })
    if (lines.length > 0 && lines.every((line) => typeof line.id === 'string')) return lines
  } catch {
    // The same sentence.
  }
  throw new InvalidForm({ csv: 'File ini tidak berisi tabel produk. Pilih file yang diunduh dari sini.' })
}

/** What each line would change. With `locks` the result stays true until the products are changed. */
async function compare(tx: Tx, lines: readonly Line[], locks: boolean) {
  const ids = lines.map(({ id }) => id).filter((id) => UuidPath.safeParse({ id }).success)
  const rows = await unarchived(tx)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .$if(locks, (query) => query.forNoKeyUpdate())
    .execute()
  const products = new Map(rows.map((row) => [row.id, row]))
  const firstLines = new Map(lines.map(({ id }, index) => [id.toLowerCase(), index + 2] as const).reverse())
  const read = lines.map((cells, index) => {
    const line = index + 2
    const first = firstLines.get(cells.id.toLowerCase()) ?? line
    return first < line ? { line, problem: `Produk ini sudah ada di baris ${first}.` } : readLine(cells, line, products)
  })
  const problems = read.flatMap(({ problem, line }) => (problem ? [{ line, sentence: problem }] : []))
  const found = read.flatMap(({ found }) => (found && found.changes.length > 0 ? [found] : []))
  const items = found.map(({ id, name, changes }) => ({ id, name, changes }))
  return { seen: hash('sha256', JSON.stringify(items)), items, problems, forms: found }
}

function readLine(cells: Line, line: number, products: Map<string, ProductRow>) {
  const product = products.get(cells.id.toLowerCase())
  if (!product) return { line, problem: `Tidak ada produk dengan id “${cells.id}”.` }
  const texts = Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      if (name === 'is_visible') return [name, booleanOf(cell)]
      return [name, isNumberText(name) ? cell.replace(/^'/, '') : textOf(cell)]
    }),
  )
  const { stock, expected_stock, ...others } = texts
  const countsStock = expected_stock !== undefined && expected_stock !== '' && stock !== expected_stock
  const known = Object.fromEntries(Object.entries(others).filter(([name]) => editable.some((field) => field === name)))
  const checked = ProductChange.safeParse({ ...known, ...(countsStock && { stock, expected_stock }) })
  if (!checked.success) return { line, problem: checked.error.issues[0]?.message ?? '' }
  const form = Object.fromEntries(
    Object.entries(checked.data).filter(
      // An unchanged declaration of allergens is not declared anew.
      ([name, value]) => value !== undefined && !(name === 'allergens' && value === product.allergens),
    ),
  ) as ProductChange
  if (form.expected_stock !== undefined && form.expected_stock !== product.stock) {
    return { line, problem: `Stok ${product.name} sekarang ${product.stock}, bukan ${form.expected_stock}.` }
  }
  const after = Object.assign({}, product, form, endedDeclaration(product, form))
  return { line, found: { id: product.id, name: product.name, form, changes: changedFields(editable, product, after) } }
}
