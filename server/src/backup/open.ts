import type { Clock } from '../platform/clock.ts'
import type { Room } from '../platform/room.ts'
import { type BackupJobDeps, type BackupPlan, backUpWhenDue } from './back-up-when-due.ts'

/** Also the pause after a backup that failed. */
const checkSeconds = 600

export function openBackup(deps: Omit<BackupJobDeps, 'db'> & { plan: BackupPlan; clock: Clock }): Room {
  const { plan, clock } = deps
  if (plan.everyHours === 0) return {}
  return {
    jobs: [
      {
        name: 'back up the shop',
        seconds: Math.min(checkSeconds, (plan.everyHours * 3600) / 4),
        task: (db, signal) => backUpWhenDue({ ...deps, db }, plan, clock(), signal),
      },
    ],
  }
}
