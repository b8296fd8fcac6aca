/** Join the rooms to time: the jobs that run while the server runs. */
import { deleteOldLoginData } from './accounts/delete-old-login-data.ts'
import { sendResetLinks } from './accounts/send-reset-links.ts'
import type { Config } from './config.ts'
import { deleteOldMail } from './mail/delete-old-mail.ts'
import type { PaymentDeps } from './payments/deps.ts'
import { reconcile } from './payments/reconcile.ts'
import { deleteOldKeys } from './platform/http/idempotency.ts'
import { type ScheduledJob, scheduleJob } from './platform/jobs/schedule-job.ts'
import { sumUpDays } from './reports/sum-up-days.ts'

const hourInSeconds = 3600
/** A delay, because mail sent right after the request would slow down the next ones, and so show that the account exists. */
const resetLinkSeconds = 2

export function startJobs(payments: PaymentDeps, config: Config): ScheduledJob[] {
  const { db, clock, log } = payments
  const sender = { shopName: config.shopName, publicUrl: config.publicUrl }
  return [
    scheduleJob({
      name: 'reconcile payments',
      seconds: config.payments.reconcileSeconds,
      task: (fenced, signal) => reconcile({ ...payments, db: fenced }, signal),
      db,
      log,
    }),
    scheduleJob({
      name: 'send links for new passwords',
      seconds: resetLinkSeconds,
      task: (fenced, signal) => sendResetLinks({ db: fenced, sender, clock }, signal),
      db,
      log,
    }),
    scheduleJob({
      name: 'sum up the days that are over',
      seconds: hourInSeconds,
      task: (fenced, signal) => sumUpDays(fenced, clock(), signal),
      db,
      log,
    }),
    scheduleJob({
      name: 'delete what is too old to be used',
      seconds: hourInSeconds,
      task: async (fenced) => {
        await deleteOldLoginData(fenced, clock())
        await deleteOldKeys(fenced, clock())
        await deleteOldMail(fenced, clock())
      },
      db,
      log,
    }),
  ]
}
