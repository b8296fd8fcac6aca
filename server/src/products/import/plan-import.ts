/** What a table of products would write. */
import { hash } from 'node:crypto'
import type { AuditChange } from '@camilan/contract/audit'
import type { ChangedProduct } from '@camilan/contract/many-products'
import { stepsOf, stepsProblem } from '@camilan/contract/price-steps'
import { NewProduct } from '@camilan/contract/product-form'
import {
  type ImportChoices,
  type ImportColumns,
  type ImportPlan,
  type ImportRole,
  maxImportListed,
  pictureRoles,
} from '@camilan/contract/product-import'
import { codedFields, labelIn, termIn } from '@camilan/contract/terms'
import type { Table } from '../../platform/csv/open-table.ts'
import { wordKeyOf } from '../../platform/csv/read-csv.ts'
import type { Db } from '../../platform/db/db.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { storedTerms, type TermRows } from '../../settings/terms/queries.ts'
import { type ColumnName, columns as csvColumns, fields, readCell } from '../many/csv-columns.ts'
import { type Fault, fault, faultsOf, readLine, unknownTerms } from '../many/products-csv.ts'
import type { CsvLine, CsvProblem } from '../many/read-products-csv.ts'
import { type ProductRow, regularColumns, unarchived } from '../queries.ts'
import { readWeight, sameWeight } from './read-weight.ts'

export interface ImportLine extends CsvLine {
  /** Addresses, in their order. */
  pictures: string[]
}

export interface ReadTable {
  headers: readonly string[]
  columns: ImportColumns
  lines: readonly ImportLine[]
}

/** The cells by what their columns hold. Lines that are left out are not read. @throws {InvalidForm} */
export async function readImport(table: Table, columns: ImportColumns, choices: ImportChoices): Promise<ReadTable> {
  const { headers } = table
  const assigned = Object.entries(columns).filter((column): column is [ImportRole, number] => column[1] !== null)
  if (assigned.some(([, index]) => index >= headers.length)) {
    throw new InvalidForm({ columns: 'Kolom yang dipilih tidak ada di file ini.' })
  }
  const skip = new Set(choices.skip)
  const lines: ImportLine[] = []
  for await (const { line, cells } of table.rows()) {
    if (skip.has(line)) continue
    const filled = assigned.flatMap(([role, index]) => (cells[index] ? [[role, cells[index]] as const] : []))
    const pictures = pictureRoles.flatMap((role) => addressesIn(filled.find(([name]) => name === role)?.[1] ?? ''))
    const others = filled.filter(([role]) => !pictureRoles.some((name) => name === role))
    lines.push({
      line,
      cells: Object.fromEntries(others),
      pictures: [...new Set(pictures)].slice(0, pictureRoles.length),
    })
  }
  return { headers, columns, lines }
}

const longestUrl = 2_000
/** One cell may have several. */
const addressesIn = (cell: string) =>
  cell.split(/[\s|]+|[,;](?=https?:)/).flatMap((url) => url.slice(0, longestUrl) || [])

export interface Added {
  line: number
  product: NewProduct
  pictures: string[]
}

export interface Changed extends ChangedProduct {
  line: number
  form: Record<string, string>
  pictures: string[]
}

export interface Plan {
  digest: string
  added: Added[]
  changed: Changed[]
  same: number
  problems: CsvProblem[]
  words: ImportPlan['words']
  terms: TermRows
}

/**
 * Products are known by their id, else by name and weight: a second import of a file adds nothing. A product that the shop
 * has keeps its stock, because sales go on, and its pictures.
 */
export async function planImport(
  db: Db,
  { headers, columns, lines }: ReadTable,
  choices: ImportChoices,
  now: Date,
): Promise<Plan> {
  const terms = await storedTerms(db)
  const known = knownProducts(await unarchived(db).select(regularColumns(now)).execute())
  const plan: Plan = { digest: '', added: [], changed: [], same: 0, problems: [], words: [], terms }
  const seen = new Map<string, number>()
  const coded = codeWords({ headers, columns, terms, choices }, plan.words)
  for (const read of lines) {
    const line = { ...read, cells: coded(read.cells) }
    if (line.cells === undefined) continue // its words are asked first
    const { faults } = planLine({ ...line, cells: line.cells }, { plan, terms, known, seen, choices })
    plan.problems.push(
      ...faults.map(({ name, sentence }) => ({
        line: line.line,
        column: headers[columns[name] ?? -1] || csvColumns[name].heading,
        sentence,
      })),
    )
  }
  const { added, changed } = plan
  const written = [added, changed.map(({ id, form, pictures }) => ({ id, form, pictures }))]
  plan.digest = hash('sha256', JSON.stringify(written), 'base64url')
  return plan
}

interface Planning {
  plan: Plan
  terms: TermRows
  known: ReturnType<typeof knownProducts>
  /** The first line of each product. */
  seen: Map<string, number>
  choices: ImportChoices
}

function planLine(line: ImportLine, { plan, terms, known, seen, choices }: Planning): { faults: Fault[] } {
  const { id, name = '', weight = choices.defaults.weight ?? '' } = line.cells
  const found = id === undefined ? known.named(name, weight) : known.withId(id)
  if (id !== undefined && !found[0]) return fault(line, 'id', `Tidak ada produk dengan id “${id}”.`)
  if (found.length > 1) {
    return fault(line, 'name', `Toko punya ${found.length} produk dengan nama dan berat ini. Pakai kolom ID.`)
  }
  const key = found[0]?.id ?? keyOfGoods(name, weight)
  const first = seen.get(key)
  if (first !== undefined)
    return fault(line, id === undefined ? 'name' : 'id', `Produk ini sudah ada di baris ${first}.`)
  seen.set(key, line.line)
  return found[0] ? planChange(line, found[0], plan, terms) : planNew(line, plan, terms, choices)
}

function planChange(line: ImportLine, product: ProductRow, plan: Plan, terms: TermRows): { faults: Fault[] } {
  const { faults, found } = readLine(line, product, terms)
  if (!found) return { faults }
  const pictures = product.image === null ? line.pictures : []
  if (found.changes.length + pictures.length > 0) plan.changed.push({ ...found, line: line.line, pictures })
  else plan.same += 1
  return { faults }
}

/** Buyers see it when the administrator has looked at it, unless the table says so. */
function planNew(line: ImportLine, plan: Plan, terms: TermRows, { defaults }: ImportChoices): { faults: Fault[] } {
  const cells = { is_visible: 'false', ...defaults, ...line.cells }
  const texts = fields.flatMap((name) => {
    const cell = cells[name]
    return cell === undefined || cell === '' ? [] : [[name, readCell(name, cell, terms)] as const]
  })
  const form = Object.fromEntries(texts)
  const checked = NewProduct.safeParse(form)
  const { price_steps: steps, price } = checked.data ?? {}
  const ladder = stepsProblem(stepsOf(steps), price)
  const issues = [
    ...(checked.error?.issues ?? []),
    ...unknownTerms(terms, form),
    ...(ladder ? [{ path: ['price_steps'], message: ladder }] : []),
  ]
  if (!checked.success || issues.length > 0) return { faults: faultsOf(issues, cells, terms) }
  plan.added.push({ line: line.line, product: checked.data, pictures: line.pictures })
  return { faults: [] }
}

const keyOfGoods = (name: string, weight: string) => `${wordKeyOf(name)}\n${sameWeight(weight)}`

function knownProducts(rows: readonly ProductRow[]) {
  const ids = new Map(rows.map((row) => [row.id, row]))
  const names = Map.groupBy(rows, ({ name, weight }) => keyOfGoods(name, weight))
  return {
    withId: (id: string) => [ids.get(id.toLowerCase())].flatMap((row) => row ?? []),
    named: (name: string, weight: string) => names.get(keyOfGoods(name, weight)) ?? [],
  }
}

interface Coding {
  headers: readonly string[]
  columns: ImportColumns
  terms: TermRows
  choices: ImportChoices
}

/** Replaces the words of terms by their codes. What has none is added to `unknown`, and its line is undefined. */
function codeWords({ headers, columns, terms, choices }: Coding, unknown: ImportPlan['words']) {
  const heading = headers[columns.weight ?? -1] ?? ''
  const chosen = new Map(choices.words.map(({ list, word, code }) => [`${list} ${wordKeyOf(word)}`, code]))
  const asked = new Map<string, ImportPlan['words'][number]>()
  return (cells: CsvLine['cells']): CsvLine['cells'] | undefined => {
    const codes: Partial<Record<ColumnName, string>> = {}
    let isKnown = true
    for (const [field, list] of Object.entries(codedFields) as [
      keyof typeof codedFields,
      (typeof codedFields)['category'],
    ][]) {
      const word = cells[field]
      if (word === undefined) continue
      const proposed = field === 'weight' ? readWeight(word, heading) : undefined
      const key = `${list} ${wordKeyOf(word)}`
      const term =
        termIn(terms[list], chosen.get(key) ?? '') ??
        terms[list].find(({ code, label }) => [code, label].some((name) => wordKeyOf(name) === wordKeyOf(word))) ??
        (proposed && terms.weights.find(({ code }) => sameWeight(code) === sameWeight(proposed)))
      if (term) codes[field] = term.code
      else {
        isKnown = false
        const entry = asked.get(key) ?? { list, word: word.slice(0, 100), rows: 0, code: proposed ?? null }
        if (!asked.has(key)) unknown.push(entry)
        asked.set(key, entry)
        entry.rows += 1
      }
    }
    return isKnown ? { ...cells, ...codes } : undefined
  }
}

const listed = <Item>(all: readonly Item[]) => ({ total: all.length, data: all.slice(0, maxImportListed) })

export function presentPlan({ digest, added, changed, same, problems, words, terms }: Plan): ImportPlan {
  return {
    plan: digest,
    added: listed(
      added.map(({ line, product, pictures }) => {
        const { name, price, stock } = product
        const kind = [
          labelIn(terms.categories, product.category),
          labelIn(terms.packagings, product.packaging),
          labelIn(terms.weights, product.weight),
        ]
        return { line, name, price, stock, kind, pictures: pictures.length }
      }),
    ),
    changed: listed(changed.map(({ line, id, name, changes }) => ({ line, id, name, changes: shortened(changes) }))),
    same,
    pictures: [...added, ...changed].reduce((sum, { pictures }) => sum + pictures.length, 0),
    problems: listed(problems),
    wrong_lines: [...new Set(problems.map(({ line }) => line))],
    words,
  }
}

const longestShown = 200
const cut = (value: AuditChange['before']) => (typeof value === 'string' ? value.slice(0, longestShown) : value)
const shortened = (changes: readonly AuditChange[]) =>
  changes.map(({ field, before, after }) => ({ field, before: cut(before), after: cut(after) }))
