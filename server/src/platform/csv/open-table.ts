/** Reads a CSV in whatever form a dashboard, a marketplace or a spreadsheet wrote it. */
import type { FileHandle } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { InvalidForm } from '../errors.ts'
import { headersWithin } from './read-csv.ts'

/** The longest row, in bytes, and the most cells that it may have. */
const maxRow = { bytes: 65_536, cells: 200 }
/** Between two parts of a file the server does other work. */
const chunkBytes = 65_536

export interface TableLine {
  /** As a spreadsheet counts them, the first is 1. */
  line: number
  cells: string[]
}

export interface Table {
  headers: string[]
  rows(): AsyncGenerator<TableLine>
}

export interface TableKind {
  /** Whether a cell may be the heading of a column. */
  isHeading: (cell: string) => boolean
  maxRows: number
  /** What a cell says. */
  read: (cell: string) => string
  /** What a person does about a file without a table, or with too many rows. */
  advice: { noTable: string; tooManyRows: string }
}

const refused = (sentence: string) => new InvalidForm({ file: sentence })

/** @throws {InvalidForm} it has no table, or is not text; `rows` throws it for what it can't read */
export async function openTable(file: FileHandle, { isHeading, maxRows, read, advice }: TableKind): Promise<Table> {
  const head = Buffer.alloc(chunkBytes)
  const { bytesRead } = await file.read(head, 0, chunkBytes, 0)
  const format = await formatOf(file, head.subarray(0, bytesRead))
  const first: TableLine[] = []
  for await (const line of linesOf(file, format, read)) if (first.push(line) === headersWithin) break
  const header =
    first.find(({ cells }) => cells.filter(isHeading).length >= 2) ??
    first.find(({ cells }) => cells.filter((cell) => cell !== '').length >= 2)
  if (!header) throw refused(`File ini tidak berisi tabel. ${advice.noTable}`)
  return {
    headers: header.cells,
    async *rows() {
      let count = 0
      for await (const row of linesOf(file, format, read)) {
        if (row.line <= header.line) continue
        if (++count > maxRows) {
          throw refused(`File ini lebih dari ${maxRows.toLocaleString('id')} baris. ${advice.tooManyRows}`)
        }
        yield row
      }
    },
  }
}

interface Format {
  encoding: string
  delimiter: string
  /** The first line only names the delimiter, and a spreadsheet does not show it. */
  isNamed: boolean
}

async function formatOf(file: FileHandle, head: Buffer): Promise<Format> {
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) {
    throw refused('Ini file Excel (.xlsx). Simpan sebagai CSV dulu, lalu pilih file CSV itu.')
  }
  const encoding = await encodingOf(file, head)
  const [first = '', ...rest] = new TextDecoder(encoding).decode(head).split(/\r\n|\r|\n/)
  const [, named] = /^"?sep=(.)"?$/.exec(first) ?? []
  return {
    encoding,
    delimiter: named ?? delimiterOf([first, ...rest].slice(0, 20)),
    isNamed: named !== undefined,
  }
}

/**
 * Excel's 'Unicode text' is UTF-16, and not every program writes its mark. What is not UTF-8 to its end was written in the
 * characters of Windows.
 */
async function encodingOf(file: FileHandle, head: Buffer): Promise<string> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zerosAt = (rest: number) =>
    head.subarray(0, 1000).filter((byte, index) => byte === 0 && index % 2 === rest).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (odd > 100 && even < odd / 10) return 'utf-16le'
  if (even > 100 && odd < even / 10) return 'utf-16be'
  try {
    for await (const _ of decoded(file, 'utf-8', { fatal: true }));
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The one that divides the most lines into equally many cells. */
function delimiterOf(lines: string[]): string {
  const score = (delimiter: string) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1).filter(Boolean)
    return Math.max(0, ...counts.map((count) => counts.filter((other) => other === count).length + count / 1000))
  }
  return [';', '\t', ','].reduce((best, one) => (score(one) > score(best) ? one : best))
}

async function* decoded(file: FileHandle, encoding: string, options = {}): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, options)
  const chunk = Buffer.alloc(chunkBytes)
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, position)
    if (bytesRead === 0) break
    position += bytesRead
    yield decoder.decode(chunk.subarray(0, bytesRead), { stream: true }).replaceAll('\0', '')
  }
  yield decoder.decode()
}

async function* linesOf(
  file: FileHandle,
  { encoding, delimiter, isNamed }: Format,
  read: TableKind['read'],
): AsyncGenerator<TableLine> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    // They are rows of a spreadsheet, too, and it counts them.
    skip_empty_lines: false,
    max_record_size: maxRow.bytes,
  })
  pipeline(Readable.from(decoded(file, encoding)), parser, () => {}) // its errors are those of the parser
  let line = isNamed ? -1 : 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      line += 1
      if (record.length > maxRow.cells) throw refused(`Baris ${line} berisi lebih dari ${maxRow.cells} kolom.`)
      if (line > 0 && record.some((cell) => cell !== '')) yield { line, cells: record.map(read) }
    }
  } catch (error) {
    throw unreadable(error, line + 1)
  }
}

function unreadable(error: unknown, line: number): unknown {
  const { code } = error as CsvError
  if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED') {
    return refused(`Baris ${line}: isinya terlalu panjang, atau tanda kutipnya tidak ditutup.`)
  }
  return code?.startsWith('CSV_') ? refused(`Baris ${line} tidak bisa dibaca sebagai CSV.`) : error
}
