import { earlier, hours } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { backupFile, pruneBackups } from './file/backup-files.ts'
import { lastBackup, recordBackup, shopBeganAt, shopId } from './last-backup.ts'
import type { BackupDeps } from './make-backup.ts'

export interface BackupPlan {
  folder: string
  /** 0: the shop makes no backups by itself. */
  everyHours: number
  /** The number of backups that are kept. */
  keep: number
}

export interface BackupJobDeps extends BackupDeps {
  db: Db
  log: Record<'info' | 'warn', (details: object, message: string) => void>
}

/** Make a backup if the last one is old enough, then delete the surplus. */
export async function backUpWhenDue(
  { db, log, ...deps }: BackupJobDeps,
  { folder, everyHours, keep }: BackupPlan,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const since = (await lastBackup(db, now))?.madeAt ?? (await shopBeganAt(db, now))
  if (since && since > earlier(now, hours(everyHours))) return
  const shop = await shopId(db)
  const { makeBackup } = await import('./make-backup.ts') // loaded only when due, because it would make each start longer
  const backup = await makeBackup(deps, { file: backupFile(folder, shop, now), signal }, now).catch(
    (error: unknown) => {
      if (!signal.aborted) throw error
    },
  )
  if (!backup) return // the next process or the next start makes the backup
  await recordBackup(db, backup)
  const { file, bytes, missingPictures } = backup
  log.info({ file, bytes }, 'the shop was backed up')
  if (missingPictures.length > 0)
    log.warn({ pictures: missingPictures }, 'pictures without files are not in the backup')
  const deleted = await pruneBackups(folder, shop, keep, now)
  if (deleted.length > 0) log.info({ deleted }, 'old backups were deleted')
}
