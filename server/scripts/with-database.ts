import { DataFolderInUse, runningConnection, startEmbeddedPostgres } from '@camilan/embedded-postgres'
import { migrateWithBackup } from '../src/backup/migrate-with-backup.ts'
import type { Config } from '../src/config.ts'
import { type DatabaseConnection, type Db, openDb } from '../src/platform/db/db.ts'

/** Runs `work` on the configured database after its migrations, also while the shop is running on it. */
export function withDatabase<Result>(config: Config, work: (db: Db) => Promise<Result>): Promise<Result> {
  return withConnection(config, async (connection) => {
    await migrateWithBackup(connection, { ...config, log: console.log })
    return withDb(connection, work)
  })
}

/** The same without migrating: `work` gets a connection to the database as it is. */
export async function withConnection<Result>(
  config: Config,
  work: (connection: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl !== undefined) return work({ connectionString: config.databaseUrl })
  try {
    return await withStoppedShop(config, work)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return work(await runningConnection(config.dataDir))
  }
}

/** The same; throws DataFolderInUse while the shop runs on the embedded PostgreSQL. */
export async function withStoppedShop<Result>(
  { databaseUrl, dataDir }: Config,
  work: (connection: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl !== undefined) return work({ connectionString: databaseUrl })
  const postgres = await startEmbeddedPostgres({ dataDir })
  return await work(postgres.connection).finally(() => postgres.stop())
}

export function withDb<Result>(connection: DatabaseConnection, work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = openDb(connection)
  return work(db).finally(close)
}
