/** Reads a table however a spreadsheet program has saved or copied it. */
import { type CsvError, parse } from 'csv-parse/sync'

/** A table may have a title above it. */
export const headersWithin = 10

interface Parsed {
  rows: string[][]
  /** Why the rest could not be read, and the index of the cell where it begins. */
  problem?: { line: number; index: number; sentence: string }
}

/**
 * The rows of a file or of pasted cells, the empty ones too, because a spreadsheet counts them.
 * @param isHeading  whether a column has this name: the delimiter is the one that makes the most of them
 */
export function parseRows(text: string, isHeading: (cell: string) => boolean): Parsed {
  const named = /^\uFEFF?"?sep=([,;\t])"?[^\r\n]*\r?\n/.exec(text)
  const rows: string[][] = []
  try {
    parse(named ? text.slice(named[0].length) : text, {
      bom: true,
      delimiter: named?.[1] ?? delimiterOf(text, isHeading),
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      // They are rows of a spreadsheet, too, and it counts them.
      skip_empty_lines: false,
      on_record: (cells: string[]) => {
        rows.push(cells)
        return null
      },
    })
  } catch (error) {
    const { code, column } = error as CsvError & { column?: number }
    if (!code?.startsWith('CSV_')) throw error
    const sentence =
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'Tanda kutipnya tidak ditutup, jadi baris ini dan sesudahnya tidak terbaca.'
        : 'Tanda kutipnya salah, jadi baris ini dan sesudahnya tidak terbaca.'
    return { rows, problem: { line: rows.length + 1, index: column ?? 0, sentence } }
  }
  return { rows }
}

/** The one that divides one of the first lines into the most headings that are known. */
function delimiterOf(text: string, isHeading: (cell: string) => boolean): string {
  const first = text.slice(0, 20_000).split(/\r\n|\r|\n/, headersWithin)
  const known = (delimiter: string) => Math.max(...first.map((line) => line.split(delimiter).filter(isHeading).length))
  return [',', ';', '\t'].reduce((best, one) => (known(one) > known(best) ? one : best))
}

/** How words of a seller are compared, which a comma or a bracket tells apart: `1,5 kg` and `15 kg`. */
export const wordKeyOf = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

/** How headings and words are compared: `Nama Produk`, `NAMA_PRODUK`, ` nama produk (wajib) ` */
export const keyOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
