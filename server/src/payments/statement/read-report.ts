/** Reads a CSV in whatever form a dashboard or a spreadsheet wrote it. */
import type { FileHandle } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { maxReportRows } from '@camilan/contract/payment-report'
import { type CsvError, parse } from 'csv-parse'
import { InvalidForm } from '../../platform/errors.ts'
import { headerWords } from './guess-columns.ts'
import { textOf } from './read-values.ts'

/** The longest row, in bytes, and the most cells that it may have. */
const maxRow = { bytes: 65_536, cells: 200 }
/** The table may have a title above it. */
const headersWithin = 10
/** Between two parts of a file the server does other work. */
const chunkBytes = 65_536

export interface ReportLine {
  /** The line of the file, the first is 1. */
  line: number
  cells: string[]
}

export interface Report {
  headers: string[]
  rows(): AsyncGenerator<ReportLine>
}

const refused = (sentence: string) => new InvalidForm({ file: sentence })

/** @throws {InvalidForm} it has no table, or is not text; `rows` throws it for what it can't read */
export async function openReport(file: FileHandle): Promise<Report> {
  const head = Buffer.alloc(chunkBytes)
  const { bytesRead } = await file.read(head, 0, chunkBytes, 0)
  const format = formatOf(head.subarray(0, bytesRead))
  const first: ReportLine[] = []
  for await (const line of linesOf(file, format)) if (first.push(line) === headersWithin) break
  const header =
    first.find(({ cells }) => cells.filter(headerWords).length >= 2) ??
    first.find(({ cells }) => cells.filter((cell) => cell !== '').length >= 2)
  if (!header) throw refused('File ini tidak berisi tabel. Pilih file CSV transaksi dari dasbor Midtrans.')
  return {
    headers: header.cells,
    async *rows() {
      let count = 0
      for await (const row of linesOf(file, format)) {
        if (row.line <= header.line) continue
        if (++count > maxReportRows) {
          const most = maxReportRows.toLocaleString('id')
          throw refused(`File ini lebih dari ${most} baris. Unduh rentang tanggal yang lebih pendek.`)
        }
        yield row
      }
    },
  }
}

interface Format {
  encoding: string
  delimiter: string
}

function formatOf(head: Buffer): Format {
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) {
    throw refused('Ini file Excel (.xlsx). Simpan sebagai CSV dulu, lalu pilih file CSV itu.')
  }
  const encoding = encodingOf(head)
  const [first = '', ...rest] = new TextDecoder(encoding).decode(head).split(/\r\n|\r|\n/)
  const [, named] = /^"?sep=(.)"?$/.exec(first) ?? []
  return { encoding, delimiter: named ?? delimiterOf([first, ...rest].slice(0, 20)) }
}

/** Excel's 'Unicode text' is UTF-16, and not every program writes its mark. */
function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zerosAt = (rest: number) =>
    head.subarray(0, 1000).filter((byte, index) => byte === 0 && index % 2 === rest).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (odd > 100 && even < odd / 10) return 'utf-16le'
  return even > 100 && odd < even / 10 ? 'utf-16be' : 'utf-8'
}

/** The one that divides the most lines into equally many cells. */
function delimiterOf(lines: string[]): string {
  const score = (delimiter: string) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1).filter(Boolean)
    return Math.max(0, ...counts.map((count) => counts.filter((other) => other === count).length + count / 1000))
  }
  return [';', '\t', ','].reduce((best, one) => (score(one) > score(best) ? one : best))
}

async function* decoded(file: FileHandle, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  const chunk = Buffer.alloc(chunkBytes)
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, position)
    if (bytesRead === 0) break
    position += bytesRead
    yield decoder.decode(chunk.subarray(0, bytesRead), { stream: true }).replaceAll('\0', '')
  }
  yield decoder.decode()
}

async function* linesOf(file: FileHandle, { encoding, delimiter }: Format): AsyncGenerator<ReportLine> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRow.bytes,
    info: true,
  })
  pipeline(Readable.from(decoded(file, encoding)), parser, () => {}) // its errors are those of the parser
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.length > maxRow.cells) {
        throw refused(`Baris ${info.lines} berisi lebih dari ${maxRow.cells} kolom.`)
      }
      yield { line: info.lines, cells: record.map(textOf) }
    }
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(error: unknown): unknown {
  const { code, lines } = error as CsvError & { lines?: number }
  if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED') {
    return refused(`Baris ${lines}: isinya terlalu panjang, atau tanda kutipnya tidak ditutup.`)
  }
  return code?.startsWith('CSV_') ? refused(`Baris ${lines} tidak bisa dibaca sebagai CSV.`) : error
}
