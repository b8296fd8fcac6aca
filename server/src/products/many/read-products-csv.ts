/** Reads the file of products however a spreadsheet program has saved it. */
import { headersWithin, parseRows } from '../../platform/csv/read-csv.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { type ColumnName, columnNamed } from './csv-columns.ts'

export interface CsvProblem {
  /** As a spreadsheet counts them, the first is 1. */
  line: number
  column?: string
  sentence: string
}

export interface CsvLine {
  line: number
  /** Cells without anything are missing. */
  cells: Partial<Record<ColumnName, string>>
}

export interface ProductsTable {
  lines: CsvLine[]
  problems: CsvProblem[]
  /** The heading of each column that was found. */
  headings: Partial<Record<ColumnName, string>>
  unknownColumns: string[]
}

/** @throws {InvalidForm} the file has no heading for the ids of products */
export function readProductsCsv(csv: string): ProductsTable {
  const { rows, problem } = parseRows(csv, (cell) => columnNamed(cell) !== undefined)
  const headerIndex = rows
    .slice(0, headersWithin)
    .findIndex((cells) => cells.some((cell) => columnNamed(cell) === 'id'))
  const header = rows[headerIndex]
  if (!header) {
    throw new InvalidForm({
      csv: 'File ini tidak berisi tabel produk dengan kolom ID. Pilih file yang diunduh dari sini.',
    })
  }
  const names = header.map((cell, index) => {
    const name = columnNamed(cell)
    return header.findIndex((other) => columnNamed(other) === name) === index ? name : undefined
  })
  const nameOfColumn = (index: number) => header[index] || `ke-${index + 1}`
  const table: ProductsTable = {
    lines: [],
    problems: header.flatMap((cell, index) =>
      names[index] === undefined && columnNamed(cell) !== undefined
        ? [{ line: headerIndex + 1, column: cell, sentence: 'Kolom ini ada dua kali.' }]
        : [],
    ),
    headings: Object.fromEntries(names.flatMap((name, index) => (name ? [[name, header[index] ?? '']] : []))),
    unknownColumns: header.filter((cell) => cell !== '' && columnNamed(cell) === undefined),
  }
  for (const [index, cells] of rows.entries()) {
    if (index <= headerIndex || cells.every((cell) => cell === '')) continue
    const line = index + 1
    const beyond = cells.findIndex((cell, column) => column >= header.length && cell !== '')
    if (beyond === -1) {
      const filled = cells.flatMap((cell, column) => (names[column] && cell !== '' ? [[names[column], cell]] : []))
      table.lines.push({ line, cells: Object.fromEntries(filled) })
    } else {
      const sentence = `“${cells[beyond]}” ada di luar tabel, mungkin karena pemisah di dalam teks. Hapus, atau beri teks itu tanda kutip.`
      table.problems.push({ line, column: nameOfColumn(beyond), sentence })
    }
  }
  if (problem) table.problems.push({ ...problem, column: nameOfColumn(problem.index) })
  return table
}
