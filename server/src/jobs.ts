/** The jobs of all rooms, which run as long as the server. */
import type { Clock } from './platform/clock.ts'
import { deleteOldMarks } from './platform/events/marks.ts'
import { deleteOldKeys } from './platform/http/idempotency.ts'
import { type Job, type JobDeps, type ScheduledJob, scheduleJob } from './platform/jobs/schedule-job.ts'
import type { Room } from './platform/room.ts'

export function startJobs(rooms: readonly Room[], { clock, ...deps }: JobDeps & { clock: Clock }): ScheduledJob[] {
  const deleteExpired: Job = {
    name: 'delete expired data',
    seconds: 3600,
    async task(fenced, signal) {
      for (const room of rooms) await room.deleteExpired?.(fenced, clock(), signal)
      await deleteOldKeys(fenced, clock())
      await deleteOldMarks(fenced, clock())
    },
  }
  return [...rooms.flatMap(({ jobs = [] }) => jobs), deleteExpired].map((job) => scheduleJob({ ...job, ...deps }))
}
