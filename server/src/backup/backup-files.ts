/** The names of backups in BACKUP_DIR, and which of them are deleted. */
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const regular = /^camilan-\d{8}-\d{6}\.tar$/
const beforeMigration = /^camilan-before-\d{4}_[a-z0-9_-]+\.tar$/

/** Sorted by name, the files are sorted by time. */
export function backupFile(folder: string, now: Date): string {
  const [day, time] = now.toISOString().replaceAll(/[-:]/g, '').split(/[T.]/)
  return path.join(folder, `camilan-${day}-${time}.tar`)
}

/** One file for each migration, so that a server that tries again and again does not fill the disk. */
export function fileBeforeMigration(folder: string, migration: string): string {
  return path.join(folder, `camilan-before-${path.basename(migration, '.sql')}.tar`)
}

/** Delete all but the newest, of both kinds. Files with other names are nobody's business. @returns the deleted files */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const names = await readdir(folder)
  const oldest: string[] = []
  const dated = names.filter((name) => regular.test(name)).sort()
  oldest.push(...dated.slice(0, -keep))
  const aged = await Promise.all(
    names
      .filter((name) => beforeMigration.test(name))
      .map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  )
  aged.sort((one, other) => one.at - other.at)
  oldest.push(...aged.slice(0, -keep).map(({ name }) => name))
  for (const name of oldest) await rm(path.join(folder, name), { force: true })
  return oldest
}
