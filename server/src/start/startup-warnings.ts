import path from 'node:path'
import type { Config } from '../config.ts'
import { whyNoBackup } from '../office/backup/file/backup-files.ts'
import { commandLine } from '../platform/command-line.ts'

/** Also outside production, because no migration runs without a backup. Makes the folder if it is missing. */
export async function backupWarning({ backup: { folder } }: Pick<Config, 'backup'>): Promise<string | undefined> {
  const why = await whyNoBackup(folder)
  if (why === undefined) return undefined
  return `no backup can be written to ${folder}, as ${why}: correct that, or set BACKUP_DIR to another folder.`
}

/** The warnings of a shop in production. Other shops have none. */
export function productionWarnings(
  { production, backup, dataDir }: Pick<Config, 'production' | 'backup' | 'dataDir'>,
  { hasAdmin, sendsMail }: { hasAdmin: boolean; sendsMail: boolean },
): string[] {
  if (!production) return []
  const warnings: string[] = []
  if (!hasAdmin)
    warnings.push(`nobody can ship orders, as there is no administrator yet: ${commandLine('admin:create')} makes one.`)
  if (!sendsMail)
    warnings.push(
      'no mail leaves this machine, so nobody can set a new password: name a mail server under Pengaturan, or in SMTP_URL.',
    )
  if (backup.everyHours === 0) warnings.push('the shop makes no backups, as BACKUP_EVERY_HOURS is 0.')
  else if (isInside(backup.folder, dataDir))
    warnings.push('a broken disk takes the backups with it: set BACKUP_DIR to a folder on another disk or machine.')
  return warnings
}

function isInside(folder: string, parent: string): boolean {
  const way = path.relative(parent, folder)
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way)
}
