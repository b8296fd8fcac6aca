import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { latestStored, storedMoment } from '../../platform/db/stored-moments.ts'
import { BackupRefused } from './errors.ts'
import { selectShopId } from './file/backup-files.ts'
import type { Backup } from './make-backup.ts'

const undefinedTable = '42P01'

export interface LastBackup {
  madeAt: Date
  file: string
  bytes: number
}

/** The last backup of this shop, in any place. Undefined if there was none, or if a clock that was ahead has made it. */
export function lastBackup(db: Db, now: Date): Promise<LastBackup | undefined> {
  const last = db.selectFrom('last_backup').select(['made_at as madeAt', 'file', 'bytes'])
  return last.where('made_at', '<=', latestStored(now)).executeTakeFirst()
}

/** @throws {BackupRefused} the database has no tables */
export async function shopId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`${sql.raw(selectShopId)}`.execute(db).catch((error: unknown) => {
    if ((error as { code?: string }).code !== undefinedTable) throw error
    return { rows: [] }
  })
  const [row] = rows
  if (!row) throw new BackupRefused('There is no shop in this database yet.')
  return row.id
}

/** The moment at which a shop without backups began: its first backup comes one interval later. */
export async function shopBeganAt(db: Db, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select min(applied_at) as at from schema_migrations`.execute(db)
  return storedMoment(rows[0]?.at, now)
}

export async function recordBackup(db: Db, { file, bytes, manifest }: Backup): Promise<void> {
  const values = { made_at: new Date(manifest.made_at), file, bytes }
  await db
    .insertInto('last_backup')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute()
}
