/** The names of backups in BACKUP_DIR, and which of them are deleted. */
import { mkdir, mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { latestStored } from '../../../platform/db/stored-moments.ts'
import { whyNotWritten } from '../../../platform/disk-failure.ts'

/** Unfinished backups. A process that was killed leaves one; the next backup deletes it after a day. */
export const unfinishedPrefix = '.camilan-unfinished-'

/**
 * The id of a shop in the names of its backups, because several shops may share a folder. It is made from the moment, to
 * the microsecond, at which the tables of this database were created. A restored shop therefore gets a new id, and a
 * database before any migration has one.
 */
export const selectShopId = `
  select left(encode(sha256(convert_to(extract(epoch from applied_at) || ' ' || pg_database.oid, 'UTF8')), 'hex'), 8) as id
    from schema_migrations, pg_database where datname = current_database() order by number limit 1`

/** The files of a shop, sorted by name, are in the order of time. */
export function backupFile(folder: string, shop: string, now: Date): string {
  const [day, time] = now.toISOString().replaceAll(/[-:]/g, '').split(/[T.]/)
  return path.join(folder, `camilan-${day}-${time}.${shop}.tar`)
}

/** One file for each migration, so that a server that starts again and again does not fill the disk. */
export function fileBeforeMigration(folder: string, shop: string, migration: string): string {
  return path.join(folder, `camilan-before-${path.basename(migration, '.sql')}.${shop}.tar`)
}

/**
 * Delete all but the newest backups of a shop, of both kinds. One from a clock that was ahead does not count as new. All other files stay: those of other shops, and those of
 * releases before 0.2.0, whose names have no shop.
 * @returns the deleted files
 */
export async function pruneBackups(folder: string, shop: string, keep: number, now: Date): Promise<string[]> {
  const names = await readdir(folder)
  const own = (pattern: string) => names.filter((name) => new RegExp(`^camilan-${pattern}\\.${shop}\\.tar$`).test(name))
  const newest = path.basename(backupFile('', shop, latestStored(now)))
  const inTime = own('\\d{8}-\\d{6}').sort((a, b) => Number(a <= newest) - Number(b <= newest) || (a < b ? -1 : 1))
  const oldest = inTime.slice(0, -keep)
  const aged = await Promise.all(
    own('before-\\d{4}_[a-z0-9_-]+').map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  )
  aged.sort((one, other) => one.at - other.at)
  oldest.push(...aged.slice(0, -keep).map(({ name }) => name))
  for (const name of oldest) await rm(path.join(folder, name), { force: true })
  return oldest
}

/** @returns why no backup can be written to the folder, as part of a sentence; undefined if one can */
export async function whyNoBackup(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rmdir(await mkdtemp(path.join(folder, unfinishedPrefix)))
    return undefined
  } catch (error) {
    return whyNotWritten(error) ?? (error as Error).message
  }
}
