import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDb } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'
import { describeTables } from './describe-tables.ts'

/** Writes src/platform/db-types.ts anew from the migrations: `node server/scripts/generate-db-types.ts` */
const folder = await mkdtemp(path.join(tmpdir(), 'db-types-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
try {
  await migrate(postgres.connection)
  const { db, close } = openDb(postgres.connection)
  const types = await describeTables(db)
  await close()
  await writeFile(path.join(import.meta.dirname, '../src/platform/db-types.ts'), types)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true })
}
