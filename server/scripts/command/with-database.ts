import { DataFolderInUse, runningConnection, startEmbeddedPostgres } from '@camilan/embedded-postgres'
import { sql } from 'kysely'
import type { Config } from '../../src/config.ts'
import { migrateWithBackup } from '../../src/office/backup/migrate-with-backup.ts'
import { checkBooks, type Finding } from '../../src/office/reports/check-books.ts'
import { hours } from '../../src/platform/clock.ts'
import { type DatabaseConnection, type Db, openDb } from '../../src/platform/db/db.ts'

/**
 * Runs `work` on the configured database after its migrations, also while the shop is running on it.
 * @param options.queryTimeoutMs  for statements that may take longer than in the shop
 */
export function withDatabase<Result>(
  config: Config,
  work: (db: Db) => Promise<Result>,
  options?: { queryTimeoutMs: number },
): Promise<Result> {
  return withMigrated(config, (connection) => withDb(connection, work, options))
}

/** The same; `work` gets a connection. */
export function withMigrated<Result>(
  config: Config,
  work: (connection: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  return withConnection(config, async (connection) => {
    await migrateWithBackup(connection, { ...config, log: console.log })
    return work(connection)
  })
}

/** The same without migrations: `work` gets a connection to the database as it is. */
export async function withConnection<Result>(
  config: Config,
  work: (connection: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  if (config.databaseDirectUrl !== undefined) return work({ connectionString: config.databaseDirectUrl })
  try {
    return await withStoppedShop(config, work)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return work(await runningConnection(config.dataDir))
  }
}

/** The same; throws DataFolderInUse while the shop runs on the embedded PostgreSQL. */
export async function withStoppedShop<Result>(
  { databaseDirectUrl, dataDir }: Config,
  work: (connection: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  if (databaseDirectUrl !== undefined) return work({ connectionString: databaseDirectUrl })
  const postgres = await startEmbeddedPostgres({ dataDir })
  return await work(postgres.connection).finally(() => postgres.stop())
}

const patienceMs = hours(1)

/** `checkBooks` for a shop of any size: outside the server nobody waits for the connection. */
export function checkBooksAt(connection: DatabaseConnection): Promise<Finding[]> {
  const { db, close } = openDb(connection, { maxConnections: 1, queryTimeoutMs: patienceMs })
  const checked = db.connection().execute(async (one) => {
    await sql`set statement_timeout = ${sql.lit(patienceMs)}`.execute(one)
    return checkBooks(one, new Date())
  })
  return checked.finally(close)
}

export function withDb<Result>(
  connection: DatabaseConnection,
  work: (db: Db) => Promise<Result>,
  options?: { queryTimeoutMs: number },
): Promise<Result> {
  const { db, close } = openDb(connection, options)
  return work(db).finally(close)
}
