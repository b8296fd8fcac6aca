/** What the shop does by itself while it runs. */
import type pg from 'pg'
import { forgetOldAttempts } from './accounts/forget-old-attempts.ts'
import { sendResetLinks } from './accounts/send-reset-links.ts'
import type { Config } from './config.ts'
import { forgetOldMail } from './mail/forget-old-mail.ts'
import type { PaymentDeps } from './payments/deps.ts'
import { reconcile } from './payments/reconcile.ts'
import { forgetOldKeys } from './platform/http/idempotency.ts'
import { type ScheduledJob, scheduleJob } from './platform/jobs/schedule-job.ts'
import { sumUpDays } from './reports/sum-up-days.ts'

const hourInSeconds = 3600
/** Not as soon as somebody asks: work that began with a request would show in how long the next ones take. */
const resetLinkSeconds = 2

export function startJobs(payments: PaymentDeps, pool: pg.Pool, config: Config): ScheduledJob[] {
  const { db, clock, log, publicUrl } = payments
  const sender = { shopName: config.shopName, publicUrl }
  return [
    scheduleJob({
      name: 'reconcile payments',
      seconds: config.payments.reconcileSeconds,
      task: (signal) => reconcile(payments, signal),
      pool,
      log,
    }),
    scheduleJob({
      name: 'send links for new passwords',
      seconds: resetLinkSeconds,
      task: (signal) => sendResetLinks({ db, sender, clock }, signal),
      pool,
      log,
    }),
    scheduleJob({
      name: 'sum up the days that are over',
      seconds: hourInSeconds,
      task: (signal) => sumUpDays(db, clock(), signal),
      pool,
      log,
    }),
    scheduleJob({
      name: 'forget what is too old to matter',
      seconds: hourInSeconds,
      task: async () => {
        await forgetOldAttempts(db, clock())
        await forgetOldKeys(db, clock())
        await forgetOldMail(db, clock())
      },
      pool,
      log,
    }),
  ]
}
