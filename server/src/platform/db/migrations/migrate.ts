import path from 'node:path'
import type pg from 'pg'
import { clientWithoutTimeouts } from '../connections/session-settings.ts'
import type { DatabaseConnection } from '../db.ts'
import { type Migration, MigrationRefused, readMigrations } from './migration-files.ts'

export { MigrationRefused } from './migration-files.ts'

export const migrationsFolder = path.join(import.meta.dirname, '../../../../migrations')

/** The number of the migration that this code needs. */
export const lastMigration = async (): Promise<number> => (await readMigrations(migrationsFolder)).at(-1)?.number ?? 0

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 4_711_001
const lockTimeoutMs = 60_000

export interface MigrateOptions {
  folder?: string
  /** The number of the last migration to apply. The default is all. */
  upTo?: number
  /** Called before the first file is applied to a database that already has some. If it throws, none is applied. */
  beforePending?: (files: string[]) => Promise<void>
  log?: (line: string) => void
}

/**
 * Apply all migrations of the folder that the database does not have yet. Each file runs in its own transaction.
 * Processes that start at the same time wait for each other, for at most a minute. A database may have migrations that
 * this code does not know, if they are compatible with it.
 * @returns the names of the files applied now
 * @throws {MigrationRefused} an applied file was changed, or the database is too new or too old for this code
 */
export async function migrate(connection: DatabaseConnection, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationsFolder, upTo, beforePending = async () => {}, log = () => {} } = options
  const migrations = await readMigrations(folder)
  const client = clientWithoutTimeouts(connection, { lock_timeout: lockTimeoutMs })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]) // released when the connection ends
    const applied = await lastApplied(client, migrations, log)
    const pending = migrations.filter(({ number }) => number > applied && number <= (upTo ?? number))
    if (pending.length > 0) log(announcement(applied, pending))
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

interface AppliedMigration extends Pick<Migration, 'number' | 'name' | 'checksum'> {
  compatible_since: number | null
}

/** @returns the number of the last migration of the database; 0: none */
async function lastApplied(client: pg.Client, migrations: Migration[], log: (line: string) => void): Promise<number> {
  await ensureTable(client)
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum, compatible_since from schema_migrations order by number',
  )
  const first = migrations[0]?.number ?? 1
  const last = first + migrations.length - 1
  const newest = rows.at(-1)?.number ?? 0
  if (newest > 0 && newest < first) throw new MigrationRefused(tooOld)
  const newer: string[] = []
  // A database of release 0.3.0 has had its migrations one by one, and the schema is the last of them.
  const beganWithSchema = rows[0]?.number === first
  for (const applied of rows.filter(({ number }) => number > first || beganWithSchema)) {
    const migration = migrations[applied.number - first]
    if (!migration) {
      if (applied.compatible_since === null || applied.compatible_since > last) {
        throw new MigrationRefused(
          `The database is newer than this code: it has migration ${fileName(applied)}, with which this code does not work. Run the newer release, or go back to the backup that was made before that migration.`,
        )
      }
      newer.push(fileName(applied))
    } else if (migration.name !== applied.name || migration.checksum !== applied.checksum) {
      throw new MigrationRefused(
        `Migration ${fileName(applied)} was changed after this database applied it: restore the file and write a new migration.`,
      )
    }
  }
  if (newer.length > 0)
    log(`The database is newer than this code, which works with it: it has ${newer.join(', ')} too.`)
  return newest
}

const tooOld =
  'These tables are of a release before 0.3.0: start release 0.3.0 on them once, which brings them to the tables that this release knows.'

async function ensureTable(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    compatible_since integer
  )`)
}

/** The announced migrations, and whether there is a way back without a backup. */
function announcement(applied: number, pending: Migration[]): string {
  if (applied === 0) return `Creating the tables, with ${pending.length} migrations`
  const after = pending.every(({ compatibleSince = Number.POSITIVE_INFINITY }) => compatibleSince <= applied)
    ? 'The previous release works with it afterwards, too.'
    : 'Only a backup leads back to the previous release afterwards.'
  return `The database will be changed by ${pending.map(fileName).join(', ')}. ${after}`
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query(
      'insert into schema_migrations (number, name, checksum, compatible_since) values ($1, $2, $3, $4)',
      [migration.number, migration.name, migration.checksum, migration.compatibleSince],
    )
    await client.query('commit')
  } catch (error) {
    throw new Error(`Migration ${fileName(migration)} failed: ${(error as Error).message}`, { cause: error })
  }
}

function fileName({ number, name }: { number: number; name: string }): string {
  return `${String(number).padStart(4, '0')}_${name}.sql`
}
