import type { RouteDeps } from '../../people/login/guards.ts'
import { onSameDisk } from '../../platform/free-space.ts'
import type { Room } from '../../platform/room.ts'
import { type BackupJobDeps, type BackupPlan, backUpWhenDue } from './back-up-when-due.ts'
import type { DownloadDeps } from './download-backup.ts'
import { backupRoutes } from './routes.ts'

interface BackupRoomDeps extends Omit<DownloadDeps, 'folder'>, RouteDeps {
  plan: BackupPlan
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
}

interface BackupRoom extends Room {
  /** Whether the backups survive the loss of the database's disk. */
  isElsewhere(): Promise<boolean>
}

/** Also the pause after a failed backup. */
const checkSeconds = 600

export function openBackup(deps: BackupRoomDeps): BackupRoom {
  const { plan, clock, dataDir, databaseUrl } = deps
  const job = {
    name: 'back up the shop',
    seconds: Math.min(checkSeconds, (plan.everyHours * 3600) / 4),
    task: (db: BackupJobDeps['db'], signal: AbortSignal) => backUpWhenDue({ ...deps, db }, plan, clock(), signal),
  }
  return {
    api: [backupRoutes({ ...deps, folder: plan.folder })],
    jobs: plan.everyHours === 0 ? [] : [job],
    // The disk of a PostgreSQL on this machine is not known. It is assumed to be that of `dataDir`.
    isElsewhere: async () =>
      (databaseUrl !== undefined && !isOnThisMachine(databaseUrl)) || !(await onSameDisk(dataDir, plan.folder)),
  }
}

function isOnThisMachine(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? hostname
  return host.startsWith('/') || ['', 'localhost', '127.0.0.1', '[::1]', '::1'].includes(host)
}
