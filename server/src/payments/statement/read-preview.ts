import type { FileHandle } from 'node:fs/promises'
import type { ReportPreview } from '@camilan/contract/payment-report'
import { openTable } from '../../platform/csv/open-table.ts'
import { previewOf } from '../../platform/csv/preview-table.ts'
import type { Db } from '../../platform/db/db.ts'
import { guessReportColumns, reportTable } from './guess-columns.ts'
import { rememberedColumns } from './queries.ts'

/**
 * The beginning of a report, and the columns that were assigned to its headers, or else a guess.
 * @throws {InvalidForm} the file can't be read as a table
 */
export async function readPreview(db: Db, file: FileHandle): Promise<ReportPreview> {
  const table = await openTable(file, reportTable)
  return previewOf(table, await rememberedColumns(db, table.headers), guessReportColumns)
}
