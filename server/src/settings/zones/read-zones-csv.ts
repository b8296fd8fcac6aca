/** Reads a file of zones, or cells that are pasted from a spreadsheet. */
import type { DeliveryService } from '@camilan/contract/delivery-fees'
import { requiredLine } from '@camilan/contract/fields'
import { maxLengths } from '@camilan/contract/lengths'
import { fullNameOf, placePattern } from '@camilan/contract/place-codes'
import { cleanLine } from '@camilan/contract/texts'
import { ServiceForm, type ZonesCsvResult } from '@camilan/contract/zones'
import { readAmount } from '../../platform/csv/read-amount.ts'
import { headersWithin, keyOf, parseRows } from '../../platform/csv/read-csv.ts'
import { textOfCell } from '../../platform/csv/write-csv.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { findPlaces, placeNamed, placeOf } from '../places/places.ts'

export interface ReadRow {
  line: number
  /** Null: that of its place. */
  zone: string | null
  place: string
  service: DeliveryService
}

interface Column {
  heading: string
  also?: readonly string[]
  kind: 'text' | 'number' | 'switch'
}

const text = (heading: string, ...also: string[]): Column => ({ heading, also, kind: 'text' })
const number = (heading: string, ...also: string[]): Column => ({ heading, also, kind: 'number' })

export type ColumnName = 'zone' | 'place' | 'service' | Exclude<keyof DeliveryService, 'name'>
/** In the order of the file. */
export const columns: Record<ColumnName, Column> = {
  zone: text('Zona'),
  place: text('Daerah', 'Tujuan', 'Kode Daerah'),
  service: text('Layanan', 'Kurir'),
  first_kg: number('Kg Pertama', 'Ongkos', 'Ongkos Kirim', 'Tarif'),
  further_kg: number('Kg Berikutnya'),
  smallest_fee: number('Ongkos Terkecil'),
  rounding_grams: number('Toleransi (gram)'),
  free_from: number('Gratis Mulai Belanja'),
  days_min: number('Hari Tercepat'),
  days_max: number('Hari Terlama'),
  delivers: { heading: 'Dikirim', kind: 'switch' },
  to_courier: { heading: 'Dibayar ke Kurir', kind: 'switch' },
}
export const columnNames = Object.keys(columns) as ColumnName[]

function columnNamed(heading: string): ColumnName | undefined {
  const key = keyOf(heading)
  return columnNames.find((name) =>
    [name, columns[name].heading, ...(columns[name].also ?? [])].some((other) => keyOf(other) === key),
  )
}

type Problem = ZonesCsvResult['problems'][number]

export interface ZonesTable {
  rows: ReadRow[]
  problems: Problem[]
  unknownColumns: string[]
}

/** @throws {InvalidForm} the file has no columns for places and services */
export function readZonesCsv(csv: string): ZonesTable {
  const { rows, problem } = parseRows(csv, (cell) => columnNamed(cell) !== undefined)
  const isHeader = (cells: string[]) =>
    ['place', 'service'].every((name) => cells.some((cell) => columnNamed(cell) === name))
  const headerIndex = rows.slice(0, headersWithin).findIndex(isHeader)
  const header = rows[headerIndex]
  if (!header) throw new InvalidForm({ csv: 'Tabel ini tidak punya kolom Daerah dan Layanan.' })
  const names = header.map(columnNamed)
  const table: ZonesTable = {
    rows: [],
    problems: header.flatMap((column, index) =>
      names[index] && names.indexOf(names[index]) < index
        ? [{ line: headerIndex + 1, column, sentence: 'Kolom ini ada dua kali.' }]
        : [],
    ),
    unknownColumns: header.filter((cell, index) => cell !== '' && names[index] === undefined),
  }
  for (const [index, cells] of rows.entries()) {
    if (index <= headerIndex || cells.every((cell) => cell === '')) continue
    const named = Object.fromEntries(names.flatMap((name, column) => (name ? [[name, cells[column] ?? '']] : [])))
    const read = readRow(index + 1, named)
    if ('row' in read) table.rows.push(read.row)
    else table.problems.push(...read.problems)
  }
  if (problem) table.problems.push({ line: problem.line, sentence: problem.sentence })
  return table
}

type Cells = Partial<Record<ColumnName, string>>

function readRow(line: number, cells: Cells): { row: ReadRow } | { problems: Problem[] } {
  const wrong = (name: ColumnName, sentence: string): Problem => ({ line, column: columns[name].heading, sentence })
  const texts = { zone: textOf(cells.zone), place: textOf(cells.place), service: textOf(cells.service) }
  const place = placePattern.test(texts.place) ? placeOf(texts.place) : placeNamed(texts.place)
  const zone = texts.zone === '' ? undefined : ZoneName.safeParse(texts.zone)
  const values = columnNames.map((name) => [name, readValue(name, cells[name] ?? '')] as const)
  const service = ServiceForm.safeParse({
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    name: texts.service,
  })
  const problems = [
    ...(place ? [] : [wrong('place', unknownPlace(texts.place))]),
    ...(zone?.error ? [wrong('zone', zone.error.issues[0]?.message ?? '')] : []),
    ...(service.error?.issues ?? []).map(({ path: [name], message }) =>
      wrong(name === 'name' ? 'service' : (name as ColumnName), message),
    ),
  ]
  if (!place || !service.success || problems.length > 0) return { problems }
  return { row: { line, zone: zone?.data ?? null, place: place.code, service: service.data } }
}

const ZoneName = requiredLine('Nama zona', maxLengths.zone)
const textOf = (cell = '') => cleanLine(textOfCell(cell))

/** What can't be read stays a text, which the schema refuses. An empty cell is missing. */
function readValue(name: ColumnName, cell: string): number | boolean | string | undefined {
  const value = textOf(cell)
  const { kind } = columns[name]
  if (value === '' || kind === 'text') return undefined
  if (kind === 'number') return readAmount(value) ?? value
  return switches.get(keyOf(value)) ?? value
}

const switches = new Map([
  ...['ya', 'true', 'benar', '1'].map((word) => [word, true] as const),
  ...['tidak', 'false', 'salah', '0'].map((word) => [word, false] as const),
])

function unknownPlace(text: string): string {
  if (text === '') return 'Daerah wajib diisi.'
  const [similar] = findPlaces({ query: text, parent: null, limit: 1 })
  return `“${text}” tidak dikenal.${similar ? ` Maksud Anda ${fullNameOf(similar)}?` : ''}`
}
