import type { Broadcast } from '../platform/events/broadcast.ts'
import { type JobOptions, type ScheduledJob, scheduleJob } from '../platform/jobs/schedule-job.ts'
import { deliverMail, type MailDeps } from './deliver-mail.ts'
import { mailTopic } from './queue-mail.ts'

interface MailDeliveryDeps extends MailDeps {
  broadcast: Broadcast
  /** While it returns true no mail is sent. */
  isPaused?: () => boolean
  onRun?: JobOptions['onRun']
}

/** Deliver due mail every minute, and queued mail as soon as its transaction commits. */
export function startMailDelivery({ broadcast, isPaused, onRun, ...deps }: MailDeliveryDeps): ScheduledJob {
  const job = scheduleJob({
    name: 'deliver mail',
    seconds: 60,
    task: (db, signal) => deliverMail({ ...deps, db }, signal),
    db: deps.db,
    log: deps.log,
    onRun,
    ...(isPaused && { isPaused }),
  })
  broadcast.subscribe(mailTopic, { onEvent: () => void job.runNow(), onDisconnect: () => void job.runNow() })
  return job
}
