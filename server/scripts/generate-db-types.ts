import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@camilan/embedded-postgres'
import { openDb } from '../src/platform/db/db.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { describeTables } from './describe-tables.ts'

/** Writes src/platform/db/db-types.ts from the migrations: `node server/scripts/generate-db-types.ts` */
const folder = await mkdtemp(path.join(tmpdir(), 'db-types-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
try {
  await migrate(postgres.connection)
  const { db, close } = openDb(postgres.connection)
  const types = await describeTables(db)
  await close()
  await writeFile(path.join(import.meta.dirname, '../src/platform/db/db-types.ts'), types)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true })
}
