/** The columns of the file of products: their headings, and how their values are written and read. */
import { hash } from 'node:crypto'
import { readingsWithUnit } from '@camilan/contract/amount-units'
import {
  type Allergen,
  type AllergenLevel,
  allergenLabels,
  completeWord,
  entriesOf,
} from '@camilan/contract/food-facts'
import { allergenLevelLabels } from '@camilan/contract/food-form'
import { type TermList, weightOf } from '@camilan/contract/terms'
import { cleanText } from '@camilan/contract/texts'
import { readAmount } from '../../platform/csv/read-amount.ts'
import { keyOf, wordKeyOf } from '../../platform/csv/read-csv.ts'
import { textOfCell } from '../../platform/csv/write-csv.ts'
import type { TermRows } from '../../settings/terms/queries.ts'
import type { auditedFields, ProductRow } from '../queries.ts'

/** `labels`: headings and words as on screen, for people. `codes`: those of the API. */
export type CsvForm = 'codes' | 'labels'
export type CsvField = Exclude<(typeof auditedFields)[number], 'image' | 'more_images' | 'parts'>
export type ColumnName = 'id' | CsvField | 'expected_stock' | 'exported'

interface Column {
  heading: string
  /** Other headings for it. */
  also?: readonly string[]
  write?: (value: string, terms: TermRows) => string
  read: (cell: string, terms: TermRows) => string
  /** All that the column takes, to name it beside an unknown word. */
  words?: (terms: TermRows) => readonly string[]
}

const number = (heading: string, also: readonly string[] = []): Column => ({
  heading,
  also,
  read(cell) {
    const typed = textOfCell(cell)
    const [withUnit, ...others] = readingsWithUnit(typed) ?? []
    const amount = others.length === 0 ? (withUnit ?? readAmount(typed)) : undefined
    return amount !== undefined && Number.isInteger(amount) ? String(amount) : cell
  },
})
const text = (heading: string, also: readonly string[] = []): Column => ({ heading, also, read: textOfCell })

/** A column of words that people read, and their codes. @param spellings  other keys of a code */
function words(
  heading: string,
  all: (terms: TermRows) => readonly { code: string; label: string }[],
  spellings: (code: string) => readonly string[],
): Column {
  return {
    heading,
    write: (code, terms) => all(terms).find((one) => one.code === code)?.label ?? code,
    read(cell, terms) {
      const word = sameWord(cell)
      const found = all(terms).find(({ code, label }) => [code, label, ...spellings(code)].map(sameWord).includes(word))
      return found?.code ?? cell
    },
    words: (terms) => all(terms).map(({ label }) => label),
  }
}

/** A comma makes another word, as in '1,5 kg'; blanks don't. */
const sameWord = (text: string) => wordKeyOf(text).replaceAll(' ', '')

const termWords = (heading: string, list: TermList) => words(heading, (terms) => terms[list], spellingsOfWeight)

const unitSpellings = {
  KG: ['kilo', 'kilogram'],
  GRAM: ['g', 'gr', 'grm'],
  LITER: ['l', 'ltr'],
  ML: [],
  PCS: ['pc', 'buah'],
}

/** `250 g`, `1 Kilo` */
function spellingsOfWeight(code: string): string[] {
  const { unit, amount } = weightOf(code) ?? {}
  return unit ? unitSpellings[unit].map((spelling) => `${amount}${spelling}`) : []
}

/** Spreadsheets save `true` in the language of their program. */
const spellingsOfTruth: Record<string, string[]> = { true: ['benar', '1'], false: ['salah', '0'] }

export const columns: Record<ColumnName, Column> = {
  id: { heading: 'ID', read: (cell) => cell.toLowerCase() },
  name: text('Nama Produk', ['Nama']),
  price: number('Harga'),
  stock: number('Stok'),
  low_stock_at: number('Ingatkan Saat Sisa'),
  category: termWords('Kategori', 'categories'),
  packaging: termWords('Kemasan', 'packagings'),
  weight: termWords('Berat', 'weights'),
  net_weight_grams: number('Isi Bersih (gram)', ['Netto', 'Berat Bersih']),
  description: text('Deskripsi'),
  is_visible: words(
    'Tampil di Toko',
    () => [
      { code: 'true', label: 'Ya' },
      { code: 'false', label: 'Tidak' },
    ],
    (code) => spellingsOfTruth[code] ?? [],
  ),
  expected_stock: number('Stok Saat Diunduh'),
  cost_price: number('Modal'),
  ingredients: text('Bahan'),
  allergens: { heading: 'Alergen', write: writtenDeclaration, read: readDeclaration },
  shelf_life_days: number('Tahan (hari)'),
  opened_shelf_life_days: number('Tahan Setelah Dibuka (hari)'),
  storage: text('Cara Simpan'),
  halal_number: text('Nomor Sertifikat Halal', ['Nomor Halal']),
  pirt_number: text('Nomor P-IRT'),
  packing_grams: number('Berat Kemasan (gram)'),
  price_steps: text('Harga Grosir'),
  exported: { heading: 'Kode (jangan diubah)', read: (cell) => cell },
}

/** In the order of the file. New ones come last, because `fingerprint` counts them. */
export const fields = (Object.keys(columns) as ColumnName[]).filter(
  (name): name is CsvField => name !== 'id' && name !== 'expected_stock' && name !== 'exported',
)

/** A code or a label, and any column of the file. */
export function columnNamed(heading: string): ColumnName | undefined {
  const key = keyOf(heading)
  const isNamed = (name: ColumnName) =>
    [name, columns[name].heading, ...(columns[name].also ?? [])].some((other) => keyOf(other) === key)
  return (Object.keys(columns) as ColumnName[]).find(isNamed)
}

/** The value of a product as a cell. Text is still to be guarded from spreadsheets, see `csvOptions`. */
export function cellOf(row: ProductRow, name: CsvField, form: CsvForm, terms: TermRows): string | number | null {
  const value = row[name]
  if (value === null || typeof value === 'number') return value
  const { write } = columns[name]
  return write && form === 'labels' ? write(String(value), terms) : String(value)
}

/** The text that the schema of the form reads. A cell that can't be read stays as it is. */
export const readCell = (name: ColumnName, cell: string, terms: TermRows): string =>
  columns[name].read(cleanText(cell), terms)

const hashLength = 6
/** An opaque mark of what was read from each cell, in the order of `fields`. */
export const fingerprint = (read: (field: CsvField) => string): string =>
  `k${fields.map((field) => hash('sha256', read(field), 'base64url').slice(0, hashLength)).join('')}`

/** Whether the fingerprint has this text for the field; undefined: it does not say. */
export function hadText(exported: string, field: CsvField, read: string): boolean | undefined {
  const start = 1 + fields.indexOf(field) * hashLength
  const known = exported.slice(start, start + hashLength)
  return known.length < hashLength ? undefined : known === hash('sha256', read, 'base64url').slice(0, hashLength)
}

const completeLabel = 'lengkap'
const codeOf = (labels: Record<string, string>, text: string) =>
  Object.keys(labels).find((code) => [code, labels[code] ?? ''].some((spelling) => keyOf(spelling) === keyOf(text)))

/** `complete,milk:contains` as `lengkap; susu: ada` */
function writtenDeclaration(declaration: string): string {
  const written = entriesOf(declaration).map((entry) => {
    const [name, level] = entry.split(':') as [Allergen, AllergenLevel | undefined]
    return level ? `${allergenLabels[name]}: ${allergenLevelLabels[level].toLowerCase()}` : completeLabel
  })
  return written.join('; ')
}

/** What is unknown stays as it is, so that the schema refuses it; so does a declaration in codes, with commas. */
function readDeclaration(cell: string): string {
  const entries = cell.split(/[;\n]/).filter((entry) => entry.trim() !== '')
  const read = entries.map((entry) => {
    if (keyOf(entry) === completeLabel) return completeWord
    const [name = '', level = ''] = entry.split(':')
    const codes = [codeOf(allergenLabels, name), codeOf(allergenLevelLabels, level)]
    return codes.includes(undefined) ? entry.trim() : codes.join(':')
  })
  return read.join()
}
