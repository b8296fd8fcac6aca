import path from 'node:path'
import pg from 'pg'
import type { DatabaseConnection } from './db.ts'
import { type Migration, MigrationRefused, readMigrations } from './migration-files.ts'
import { withoutTimeouts } from './session-settings.ts'

export { MigrationRefused } from './migration-files.ts'

export const migrationsFolder = path.join(import.meta.dirname, '../../../migrations')

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 4_711_001
const lockTimeoutMs = 60_000

export interface MigrateOptions {
  folder?: string
  /** How many migrations the database has at the end, at least; by default all. */
  upTo?: number
  /** Called before the first file is applied to a database that has some already. When it throws, none is applied. */
  beforePending?: (files: string[]) => Promise<void>
  log?: (line: string) => void
}

/**
 * Apply all migrations of the folder that the database does not have yet. Each file runs in its own transaction.
 * Processes that start at the same time wait for each other, for at most a minute.
 * @returns the names of the files applied now
 * @throws {MigrationRefused} an applied file was changed or is missing, or the database is newer than this code
 */
export async function migrate(connection: DatabaseConnection, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationsFolder, upTo, beforePending = async () => {}, log = () => {} } = options
  const migrations = await readMigrations(folder)
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    lock_timeout: lockTimeoutMs,
    options: withoutTimeouts,
  })
  client.on('error', () => {}) // the running query rejects with the same error
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]) // released when the connection ends
    const applied = await countApplied(client, migrations)
    const pending = migrations.slice(applied, upTo)
    if (applied > 0 && pending.length > 0) await beforePending(pending.map(fileName))
    for (const migration of pending) {
      await apply(client, migration)
      log(`Applied migration ${fileName(migration)}`)
    }
    return pending.map(fileName)
  } finally {
    await client.end()
  }
}

type AppliedMigration = Omit<Migration, 'sql'>

async function countApplied(client: pg.Client, migrations: Migration[]): Promise<number> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from schema_migrations order by number',
  )
  for (const applied of rows) {
    const migration = migrations[applied.number - 1]
    if (!migration) {
      throw new MigrationRefused(
        `The database is newer than this code: it has migration ${fileName(applied)}, which this code does not have. Run the newer version.`,
      )
    }
    if (migration.name !== applied.name || migration.checksum !== applied.checksum) {
      throw new MigrationRefused(
        `Migration ${fileName(applied)} was changed after this database applied it: restore the file and write a new migration.`,
      )
    }
  }
  return rows.length
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    throw new Error(`Migration ${fileName(migration)} failed: ${(error as Error).message}`, { cause: error })
  }
}

function fileName({ number, name }: { number: number; name: string }): string {
  return `${String(number).padStart(4, '0')}_${name}.sql`
}
