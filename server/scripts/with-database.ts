import { DataFolderInUse, runningConnection, startEmbeddedPostgres } from '@camilan/embedded-postgres'
import type { Config } from '../src/config.ts'
import { type DatabaseConnection, type Db, openDb } from '../src/platform/db/db.ts'
import { migrate } from '../src/platform/db/migrate.ts'

/** Runs `work` on the configured database after its migrations, also while the shop is running on it. */
export async function withDatabase<Result>(config: Config, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (config.databaseUrl !== undefined) return connected({ connectionString: config.databaseUrl }, work)
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir })
    return await connected(postgres.connection, work).finally(() => postgres.stop())
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return connected(await runningConnection(config.dataDir), work)
  }
}

async function connected<Result>(connection: DatabaseConnection, work: (db: Db) => Promise<Result>): Promise<Result> {
  await migrate(connection)
  const { db, close } = openDb(connection)
  return work(db).finally(close)
}
