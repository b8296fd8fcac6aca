import { generate, IdentifierNode, PostgresDialect } from 'kysely-codegen'
import type { Db } from '../../src/platform/db/db.ts'

/** @returns TypeScript types of the tables of a migrated database, with the column types that `columnParsers` returns */
export function describeTables(db: Db): Promise<string> {
  const dialect = new PostgresDialect({ dateParser: 'string' })
  const columns = dialect.adapter.scalars
  columns.int8 = new IdentifierNode('number')
  columns.numeric = new IdentifierNode('number')
  columns.timestamptz = new IdentifierNode('Date')
  return generate({ db, dialect, excludePattern: 'schema_migrations', outFile: null })
}
