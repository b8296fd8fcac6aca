import { onSameDisk } from '../platform/free-space.ts'

/**
 * Whether the backups survive the disk of the database. That of a PostgreSQL on this machine is not known: it is taken to
 * be the disk of `dataDir`.
 */
export async function isBackupElsewhere(
  folder: string,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
): Promise<boolean> {
  if (databaseUrl !== undefined && !isOnThisMachine(databaseUrl)) return true
  return !(await onSameDisk(dataDir, folder))
}

function isOnThisMachine(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? hostname
  return host.startsWith('/') || ['', 'localhost', '127.0.0.1', '[::1]', '::1'].includes(host)
}
