import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@camilan/embedded-postgres'
import { openDb } from '../../src/platform/db/db.ts'
import { migrate } from '../../src/platform/db/migrations/migrate.ts'
import { describeSchema } from './describe-schema.ts'
import { describeTables } from './describe-tables.ts'

/** Writes src/platform/db/db-types.ts and schema.sql from the migrations: `node server/scripts/schema/generate-schema.ts` */
const folder = await mkdtemp(path.join(tmpdir(), 'schema-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
try {
  await migrate(postgres.connection)
  const { db, close } = openDb(postgres.connection)
  const [types, schema] = [await describeTables(db), await describeSchema(db)]
  await close()
  await writeFile(path.join(import.meta.dirname, '../../src/platform/db/db-types.ts'), types)
  await writeFile(path.join(import.meta.dirname, '../../schema.sql'), schema)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true })
}
