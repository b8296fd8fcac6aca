import pg from 'pg'
import { openStore, type StorePlace } from '../media/open-store.ts'
import type { DatabaseConnection } from '../platform/db/db.ts'
import { MigrationRefused, migrate } from '../platform/db/migrate.ts'
import type { BackupPlan } from './back-up-when-due.ts'
import { fileBeforeMigration, pruneBackups, selectShopId } from './backup-files.ts'
import { backedUp } from './tables.ts'

interface Options extends StorePlace {
  backup: Pick<BackupPlan, 'folder' | 'keep'>
  /** Of the migrations; by default those of this release. */
  folder?: string
  log?: (line: string) => void
}

/**
 * Apply the migrations that are missing. If the database holds something it is backed up first; without that backup
 * nothing is migrated.
 * @throws {MigrationRefused}
 */
export async function migrateWithBackup(
  connection: DatabaseConnection,
  { backup, folder, log = () => {}, ...place }: Options,
): Promise<void> {
  await migrate(connection, {
    log,
    ...(folder !== undefined && { folder }),
    async beforePending([first = '']) {
      const shop = await shopToKeep(connection)
      if (shop === undefined) return
      const file = fileBeforeMigration(backup.folder, shop, first)
      try {
        const { makeBackup } = await import('./make-backup.ts') // only then: it would lengthen each start
        const store = await openStore(place)
        await makeBackup({ connection, store }, { file, replace: true }, new Date())
        await pruneBackups(backup.folder, shop, backup.keep)
      } catch (error) {
        throw new MigrationRefused(
          `The database was not migrated, because the backup before it failed (${(error as Error).message}): make room for ${file}, or set BACKUP_DIR to another folder, and start again.`,
          { cause: error },
        )
      }
      log(`Backed up before the migration: ${file}`)
    },
  })
}

/** @returns the id of the shop; undefined where the database holds nothing */
async function shopToKeep(connection: DatabaseConnection): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, statement_timeout: 10_000 })
  client.on('error', () => {}) // the running query rejects with the same error
  await client.connect()
  try {
    for (const { table } of backedUp) {
      const { rows } = await client.query(`select to_regclass('public.${table}') is not null as exists`)
      if (!rows[0].exists) continue
      const { rowCount } = await client.query(`select from ${table} limit 1`)
      if (rowCount) return (await client.query<{ id: string }>(selectShopId)).rows[0]?.id
    }
    return undefined
  } finally {
    await client.end()
  }
}
