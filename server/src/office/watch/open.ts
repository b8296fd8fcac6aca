import type { Room } from '../../platform/room.ts'
import { checkAlarms, type WatchDeps } from './check-alarms.ts'
import { readDisks } from './disks.ts'

const alarmCheckSeconds = 300

export function openWatch(deps: Omit<WatchDeps, 'disks'> & { dataDir: string }): Room & { watch: WatchDeps } {
  const disks = () => readDisks({ data: deps.dataDir, backup: deps.backup.folder })
  const watch = { ...deps, disks }
  return {
    watch,
    jobs: [{ name: 'look for trouble', seconds: alarmCheckSeconds, task: (db) => checkAlarms({ ...watch, db }) }],
  }
}
