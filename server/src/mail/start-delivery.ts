import type pg from 'pg'
import type { Broadcast } from '../platform/broadcast.ts'
import { type Every, every } from '../platform/every.ts'
import { deliverMail, type MailDeps } from './deliver-mail.ts'
import { mailTopic } from './queue-mail.ts'

/** Deliver what is due each minute, and what somebody queued as soon as that is committed. */
export function startMailDelivery(deps: MailDeps, pool: pg.Pool, broadcast: Broadcast): Every {
  const job = every({
    name: 'deliver mail',
    seconds: 60,
    task: (signal) => deliverMail(deps, signal),
    pool,
    log: deps.log,
  })
  broadcast.listen(mailTopic, { hear: () => void job.runNow(), lost: () => void job.runNow() })
  return job
}
