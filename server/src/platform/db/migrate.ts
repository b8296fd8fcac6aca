import path from 'node:path'
import pg from 'pg'
import type { DatabaseConnection } from './db.ts'
import { type Migration, MigrationRefused, readMigrations } from './migration-files.ts'

export { MigrationRefused } from './migration-files.ts'

const LOCK = 4_711_001 // any number that nothing else of ours locks
const LOCK_TIMEOUT_MS = 60_000

export type MigrateOptions = { folder?: string; log?: (line: string) => void }

/**
 * Bring a database up to the newest migration of the folder. Each file runs in a transaction of its own; processes that
 * start at once wait for each other, a minute at most.
 * @returns the file names applied now, none when it was up to date
 * @throws {MigrationRefused} an applied file was changed or is gone, or the database is newer than this code
 */
export async function migrate(connection: DatabaseConnection, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = path.join(import.meta.dirname, '../../../migrations'), log = () => {} } = options
  const migrations = await readMigrations(folder)
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, lock_timeout: LOCK_TIMEOUT_MS })
  client.on('error', () => {}) // the query under way rejects with the same news
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]) // freed when the connection ends
    const pending = migrations.slice(await countApplied(client, migrations))
    for (const migration of pending) {
      await apply(client, migration)
      log(`Applied migration ${fileName(migration)}`)
    }
    return pending.map(fileName)
  } finally {
    await client.end()
  }
}

type Applied = { number: number; name: string; checksum: string }

async function countApplied(client: pg.Client, migrations: Migration[]): Promise<number> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await client.query<Applied>('select number, name, checksum from schema_migrations order by number')
  for (const applied of rows) {
    const migration = migrations[applied.number - 1]
    if (!migration) {
      throw new MigrationRefused(
        `The database is newer than this code: it has migration ${fileName(applied)}, which is not here. Run the newer version.`,
      )
    }
    if (migration.name !== applied.name || migration.checksum !== applied.checksum) {
      throw new MigrationRefused(
        `Migration ${fileName(applied)} was changed after this database applied it: put it back and write a new migration.`,
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
