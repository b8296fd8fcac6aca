import { sql } from 'kysely'
import { backedUp } from '../office/backup/file/tables.ts'
import type { Db } from '../platform/db/db.ts'

/** The rows of all tables in a backup, as text in a fixed order, without replaced columns. */
export async function rowsOfShop(db: Db): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const { table, except, replaced } of backedUp) {
    const where = sql.raw(except ? `where not (${except.where})` : '')
    const without = sql.raw(replaced ? ` - '${replaced.column}'` : '')
    const result = await sql<{ row: string }>`
      select (to_jsonb(t)${without})::text as row from ${sql.table(table)} as t ${where} order by 1`.execute(db)
    rows[table] = result.rows.map(({ row }) => row)
  }
  return rows
}
