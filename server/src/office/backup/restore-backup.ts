import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isImageFile } from '../../media/files/image-files.ts'
import type { MediaStore } from '../../media/files/media-store.ts'
import { applyOrderChanges } from '../../orders/export/apply-order-changes.ts'
import { clientWithoutTimeouts } from '../../platform/db/connections/session-settings.ts'
import { type DatabaseConnection, openDb } from '../../platform/db/db.ts'
import { migrate, migrationsFolder } from '../../platform/db/migrations/migrate.ts'
import { type Migration, readMigrations } from '../../platform/db/migrations/migration-files.ts'
import { BackupDamaged, BackupRefused } from './errors.ts'
import { readArchive } from './file/archive.ts'
import { type Manifest, picturePrefix, type TablePart } from './file/manifest.ts'
import { backedUp, formerTables, processTables } from './file/tables.ts'
import { createQuietMark } from './quiet.ts'

export interface RestoreDeps {
  connection: DatabaseConnection
  store: MediaStore
}

export interface RestoreInput {
  file: string
  /** The manifest that `verifyArchive` has just read from the file. */
  manifest: Manifest
  onProgress?: (progress: { name: string; rows?: number; done: number; total: number }) => void
}

/**
 * Fill an empty shop from a backup. After an error the shop is empty again; only pictures without a row may remain. The
 * shop is quiet from then on. Migrations that the backup lacks are applied afterwards.
 * @throws {BackupRefused} the shop is not empty, a server runs on it, or another release made the backup
 */
export async function restoreBackup(
  { connection, store }: RestoreDeps,
  { file, manifest, onProgress = () => {} }: RestoreInput,
  now: Date,
): Promise<void> {
  assertKnown(manifest, await readMigrations(migrationsFolder))
  const client = clientWithoutTimeouts(connection, {
    application_name: 'camilan_restore',
    keepAlive: true,
    lock_timeout: 10_000,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c client_encoding=UTF8',
  })
  await client.connect()
  try {
    await assertNobodyRuns(client)
    await assertEmpty(client)
    await assertNotNewer(client, manifest)
    await migrate(connection, { upTo: lastOf(manifest) })
    await client.query('begin')
    await fill(client, store, { file, manifest, onProgress })
    await createQuietMark((text, values) => client.query(text, values), { madeAt: new Date(manifest.made_at) }, now)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate(connection)
  await fillTables(connection)
}

/** A backup holds no sums of orders. */
async function fillTables(connection: DatabaseConnection): Promise<void> {
  const { db, close } = openDb(connection)
  try {
    await sql`select recount_orders()`.execute(db)
    // Since the backup the gateway may have been asked for their tokens, so it is asked before they end.
    await sql`update payment_attempts set token_lease_number = 1 where status = 'PENDING' and token_lease_number = 0`.execute(
      db,
    )
    await applyOrderChanges(db)
  } finally {
    await close()
  }
}

const lastOf = ({ migrations }: Manifest): number => migrations.at(-1)?.number ?? 0

function assertKnown(manifest: Manifest, known: readonly Migration[]): void {
  const { migrations, app } = manifest
  const first = known[0]?.number ?? 1
  if (lastOf(manifest) < first)
    throw new BackupRefused(
      `Release ${app} made this backup: restore it with release 0.3.0, start that, and make a backup there.`,
    )
  // A database of release 0.3.0 has had its migrations one by one, and the schema is the last of them.
  const beganWithSchema = migrations[0]?.number === first
  for (const { number, name, checksum } of migrations.filter((one) => one.number > first || beganWithSchema)) {
    const ours = known[number - first]
    if (ours?.name === name && ours.checksum === checksum) continue
    throw new BackupRefused(
      `This release does not have the migration ${number}_${name} of the backup, which release ${app} made: restore it with that release or a newer one.`,
    )
  }
}

/** A server keeps values in memory that the restore would change. */
async function assertNobodyRuns(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name in ('camilan', 'camilan_events')`,
  )
  if (rowCount) throw new BackupRefused('The shop runs on this database: stop it, then restore.')
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const filled: string[] = []
  for (const { name } of rows) {
    if (processTables.includes(name)) continue
    const { rows: found } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${pg.escapeIdentifier(name)} where ${touchedRows(name)}`,
    )
    const count = found[0]?.count ?? 0
    if (count > 0) filled.push(`${name} (${count.toLocaleString('en')})`)
  }
  if (filled.length === 0) return
  throw new BackupRefused(
    `This shop is not empty: there are rows in ${filled.join(', ')}. A backup is restored only into an empty shop, so that nothing is overwritten: set DATA_DIR to a new folder, or DATABASE_URL to a new database.`,
  )
}

const initialRowsOf = (name: string) => backedUp.find(({ table }) => table === name)?.initialRows

const touchedRows = (name: string) => initialRowsOf(name)?.isTouched ?? 'true'

async function assertNotNewer(client: pg.Client, manifest: Manifest): Promise<void> {
  const { rows: found } = await client.query(`select to_regclass('public.schema_migrations') as name`)
  if (found[0]?.name === null) return
  const { rows } = await client.query<{ last: number | null }>('select max(number) as last from schema_migrations')
  if ((rows[0]?.last ?? 0) <= lastOf(manifest)) return
  throw new BackupRefused(
    'The tables of this empty database are newer than the backup: restore it into a new database, or into a new DATA_DIR.',
  )
}

type Fill = Required<Pick<RestoreInput, 'file' | 'manifest' | 'onProgress'>>

async function fill(client: pg.Client, store: MediaStore, { file, manifest, onProgress }: Fill): Promise<void> {
  const known = [...backedUp.map(({ table }) => table), ...formerTables]
  const unknown = manifest.tables.find(({ table }) => !known.includes(table))
  if (unknown) throw new BackupDamaged(path.basename(file), `it has the unknown table ${unknown.table}`)
  const parts = new Map(manifest.tables.map((part) => [part.name, part]))
  const total = manifest.tables.length + manifest.pictures.length
  let done = 0
  const pictures = severalAtOnce()
  // Triggers would write rows that the backup already has, or refuse them. The triggers of foreign keys stay on.
  for (const { table } of manifest.tables) await setTriggers(client, table, 'disable')
  await readArchive(file, async (name, content) => {
    const part = parts.get(name)
    if (part) await fillTable(client, part, content)
    else if (name.startsWith(picturePrefix)) {
      const bytes = await buffer(content)
      await pictures.add(() => storePicture(store, name.slice(picturePrefix.length), bytes))
    } else {
      content.resume()
      return
    }
    done += 1
    onProgress({ name: part?.table ?? name, ...(part && { rows: part.rows }), done, total })
  })
  await pictures.end()
  for (const { table } of manifest.tables) {
    await setTriggers(client, table, 'enable')
    await setSequences(client, table)
  }
}

async function fillTable(client: pg.Client, { table, columns, rows }: TablePart, content: Readable): Promise<void> {
  if (initialRowsOf(table)) await client.query(`delete from ${pg.escapeIdentifier(table)}`)
  const names = columns.map((name) => pg.escapeIdentifier(name)).join(', ')
  const copy = client.query(copyFrom(`copy ${pg.escapeIdentifier(table)} (${names}) from stdin`))
  await pipeline(content, createGunzip(), copy)
  if (copy.rowCount !== rows) throw new Error(`${table}: ${copy.rowCount} rows were restored instead of ${rows}`)
}

async function storePicture(store: MediaStore, name: string, content: Buffer): Promise<void> {
  if (!isImageFile(name)) throw new Error(`${name} is not the name of a picture`)
  await store.put(name, content)
}

/** Each file waits for the disk, and several that wait together take little longer than one. */
function severalAtOnce(most = 16) {
  const running = new Set<Promise<void>>()
  return {
    /** Resolves when there is room for the next file. @throws the error of an earlier one */
    async add(work: () => Promise<void>): Promise<void> {
      if (running.size >= most) await Promise.race(running)
      const one = work().then(() => void running.delete(one))
      one.catch(() => {}) // it stays in the set, so that the next `add` or `end` throws its error
      running.add(one)
    },
    async end(): Promise<void> {
      await Promise.all(running)
    },
  }
}

async function setTriggers(client: pg.Client, table: string, how: 'enable' | 'disable'): Promise<void> {
  await client.query(`alter table ${pg.escapeIdentifier(table)} ${how} trigger user`)
}

/** Each identity column continues after its highest number. */
async function setSequences(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_identity = 'YES'`,
    [table],
  )
  for (const { name } of rows) {
    const column = pg.escapeIdentifier(name)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${column}), 1), max(${column}) is not null)
        from ${pg.escapeIdentifier(table)}`,
      [table, name],
    )
  }
}
