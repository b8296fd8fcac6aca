/** The jobs of all rooms, which run as long as the server. */
import type { Clock } from './platform/clock.ts'
import { deleteOldMarks } from './platform/events/marks.ts'
import { deleteOldKeys } from './platform/http/idempotency.ts'
import { eachApart } from './platform/jobs/each-apart.ts'
import { type Job, type JobDeps, type ScheduledJob, scheduleJob } from './platform/jobs/schedule-job.ts'
import type { Room } from './platform/room.ts'

export function startJobs(rooms: readonly Room[], { clock, ...deps }: JobDeps & { clock: Clock }): ScheduledJob[] {
  const deleteExpired: Job = {
    name: 'delete expired data',
    seconds: 3600,
    async task(fenced, signal) {
      const cleanUps = [...rooms, { deleteExpired: deleteOldKeys }, { deleteExpired: deleteOldMarks }]
      await eachApart(cleanUps, (room) => room.deleteExpired?.(fenced, clock(), signal), signal)
    },
  }
  return [...rooms.flatMap(({ jobs = [] }) => jobs), deleteExpired].map((job) => scheduleJob({ ...job, ...deps }))
}
