import pg from 'pg'
import { openStore, type StorePlace } from '../../media/stores/open-store.ts'
import type { DatabaseConnection } from '../../platform/db/db.ts'
import { MigrationRefused, migrate } from '../../platform/db/migrations/migrate.ts'
import type { BackupPlan } from './back-up-when-due.ts'
import { fileBeforeMigration, pruneBackups, selectShopId } from './file/backup-files.ts'
import { backedUp } from './file/tables.ts'

interface Options extends StorePlace {
  backup: Pick<BackupPlan, 'folder' | 'keep'>
  log?: (line: string) => void
}

/**
 * Apply the missing migrations. A database with rows is backed up first; without that backup it is not migrated.
 * @throws {MigrationRefused}
 */
export async function migrateWithBackup(
  connection: DatabaseConnection,
  { backup, log = () => {}, ...place }: Options,
): Promise<void> {
  await migrate(connection, {
    log,
    async beforePending([first = '']) {
      const shop = await shopToKeep(connection)
      if (shop === undefined) return
      const file = fileBeforeMigration(backup.folder, shop, first)
      try {
        const { makeBackup } = await import('./make-backup.ts') // loaded only then, because it would make each start longer
        const store = await openStore(place)
        const now = new Date()
        await makeBackup({ connection, store }, { file, replace: true }, now)
        await pruneBackups(backup.folder, shop, backup.keep, now)
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

/** @returns the id of the shop; undefined if the database has no rows */
async function shopToKeep(connection: DatabaseConnection): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, statement_timeout: 10_000 })
  client.on('error', () => {}) // the running query rejects with the same error
  await client.connect()
  try {
    for (const { table, initialRows } of backedUp) {
      const { rows } = await client.query(`select to_regclass('public.${table}') is not null as exists`)
      if (!rows[0].exists) continue
      const { rowCount } = await client.query(`select from ${table} where ${initialRows?.isTouched ?? 'true'} limit 1`)
      if (rowCount) return (await client.query<{ id: string }>(selectShopId)).rows[0]?.id
    }
    return undefined
  } finally {
    await client.end()
  }
}
