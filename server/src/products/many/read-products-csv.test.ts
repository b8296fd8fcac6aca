import { firstTerms } from '@camilan/contract/terms'
import { expect, test } from 'vitest'
import type { TermRows } from '../../settings/terms/queries.ts'
import { columns, readCell } from './csv-columns.ts'
import { readProductsCsv } from './read-products-csv.ts'

const firstRows = firstTerms as TermRows

const saved = (rows: readonly (readonly string[])[], separator = ';') =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n')

const head = ['ID', 'Nama Produk', 'Harga', 'Deskripsi', 'Modal'] as const
const opak = ['a', 'Opak "Ani"', '25000', 'Renyah; gurih,\nmanis', ''] as const
const putri = ['b', 'Putri', '40000', '', ''] as const
const read = [
  { id: 'a', name: 'Opak "Ani"', price: '25000', description: 'Renyah; gurih,\nmanis' },
  { id: 'b', name: 'Putri', price: '40000' },
]
const empty = ['', '', '', '', '']

test.each<[string, string, number[]?]>([
  ['as it was written', saved([head, opak, putri])],
  ['with rows that end after their last filled cell', saved([head, opak.slice(0, 4), putri.slice(0, 3)])],
  ['with empty rows in the middle and at the end', saved([head, [], opak, empty, putri, [''], empty]), [3, 5]],
  ['with the separator in its first line', `sep=;\r\n${saved([head, opak, putri])}`],
  ['with tabs', saved([head, opak, putri], '\t')],
  ['with commas', saved([head, opak, putri], ',')],
  ['with a byte order mark and lone CR', `\uFEFF${saved([head, opak, putri]).replaceAll('\r\n', '\r')}`],
  ['with headings in capitals and spaces', saved([head.map((cell) => `  ${cell.toUpperCase()} `), opak, putri])],
  ['with codes as headings', saved([['id', 'name', 'Price', 'description', 'COST_PRICE'], opak, putri])],
  ['with other words as headings', saved([['Id', 'nama', 'Harga (Rp)', 'deskripsi', 'MODAL'], opak, putri])],
  ['with a title above', saved([['Daftar produk'], [], head, opak, putri]), [4, 5]],
  ['with an empty cell too many', saved([head, [...opak, ''], putri])],
])('a file %s is read, and its lines are counted as a spreadsheet does', (_, csv, lines = [2, 3]) => {
  const table = readProductsCsv(csv)
  expect({ ...table, lines: table.lines.map(({ cells }) => cells) }).toMatchObject({ lines: read, problems: [] })
  expect(table.lines.map(({ line }) => line)).toEqual(lines)
})

test.each([
  ['price', 'Rp 25.000', '25000'],
  ['price', '25000.00', '25000'],
  ['price', "'25000", '25000'],
  ['price', '25.5', '25.5'],
  ['price', '85rb', '85000'],
  ['price', '1,5 jt', '1500000'],
  ['price', '1.500rb', '1.500rb'],
  ['category', 'makanan ringan', 'MAKANAN_RINGAN'],
  ['category', 'MAKANAN_RINGAN', 'MAKANAN_RINGAN'],
  ['weight', '250gram', 'GRAM_250'],
  ['weight', '250 Gr', 'GRAM_250'],
  ['weight', '1 KG', 'KG_1'],
  ['packaging', 'toples', 'TOPLES'],
  ['packaging', 'dus', 'dus'],
  ['is_visible', 'BENAR', 'true'],
  ['is_visible', 'FALSE', 'false'],
  ['allergens', 'Lengkap; SUSU: ada; udang, kerang: bebas', 'complete,milk:contains,shellfish:free'],
  ['allergens', 'complete,milk:contains', 'complete,milk:contains'],
  ['name', "'=1+1", '=1+1'],
  ['name', "'007", '007'],
  ['description', "a; '-1", 'a; -1'],
] as const)('in the column %s, %j is %j', (name, cell, text) => expect(readCell(name, cell, firstRows)).toBe(text))

test('a comma or a bracket makes another word of a list, blanks and signs of case do not', () => {
  const term = (code: string, label: string) => ({ code, label, is_visible: true, image: null })
  const terms = {
    categories: [term('KUE_BASAH', 'Kue (Basah)'), term('KUE_KERING', 'Kue Kering')],
    packagings: [],
    weights: [term('KG_15', '15kg'), term('GRAM_250', '250gram')],
  }
  const read = (name: 'category' | 'weight', cell: string) => columns[name].read?.(cell, terms)
  expect(['1,5 kg', '15 KG', '250 gr'].map((cell) => read('weight', cell))).toEqual(['1,5 kg', 'KG_15', 'GRAM_250'])
  expect(['kue (basah)', 'KueKering'].map((cell) => read('category', cell))).toEqual(['KUE_BASAH', 'KUE_KERING'])
})
