import type { FileHandle } from 'node:fs/promises'
import type { ReportPreview } from '@camilan/contract/payment-report'
import type { Db } from '../../platform/db/db.ts'
import { guessColumns } from './guess-columns.ts'
import { rememberedColumns } from './queries.ts'
import { openReport } from './read-report.ts'

/** The rows by which columns are guessed, and those that are shown with the longest text of a cell. */
const preview = { guessedBy: 50, rows: 5, text: 60 }

/**
 * The beginning of a report, and the columns that were assigned to its headers, or else a guess.
 * @throws {InvalidForm} the file can't be read as a table
 */
export async function readPreview(db: Db, file: FileHandle): Promise<ReportPreview> {
  const { headers, rows } = await openReport(file)
  const first: string[][] = []
  for await (const { cells } of rows()) if (first.push(cells) === preview.guessedBy) break
  const remembered = await rememberedColumns(db, headers)
  const cut = (cells: readonly string[]) => cells.map((cell) => cell.slice(0, preview.text))
  return {
    headers: cut(headers),
    rows: first.slice(0, preview.rows).map(cut),
    columns: remembered ?? guessColumns(headers, first),
    is_remembered: remembered !== undefined,
  }
}
