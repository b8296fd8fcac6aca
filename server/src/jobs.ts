/** Join the rooms to time: the jobs that run while the server runs. */
import type pg from 'pg'
import { deleteOldLoginData } from './accounts/delete-old-login-data.ts'
import { sendResetLinks } from './accounts/send-reset-links.ts'
import type { Config } from './config.ts'
import { deleteOldMail } from './mail/delete-old-mail.ts'
import { deleteOldUploads } from './media/count-upload.ts'
import { deleteUnusedImages } from './media/delete-unused-images.ts'
import type { Media } from './media/open-media.ts'
import type { PaymentDeps } from './payments/deps.ts'
import { reconcile } from './payments/reconcile.ts'
import { deleteOldKeys } from './platform/http/idempotency.ts'
import { type ScheduledJob, scheduleJob } from './platform/jobs/schedule-job.ts'
import { sumUpDays } from './reports/sum-up-days.ts'

const hourInSeconds = 3600
/** A delay, because mail sent right after the request would slow down the next ones, and so show that the account exists. */
const resetLinkSeconds = 2

export interface JobDeps {
  payments: PaymentDeps
  media: Media
  pool: pg.Pool
}

export function startJobs({ payments, media, pool }: JobDeps, config: Config): ScheduledJob[] {
  const { db, clock, log } = payments
  const sender = { shopName: config.shopName, publicUrl: config.publicUrl }
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
      name: 'delete what is too old to be used',
      seconds: hourInSeconds,
      task: async () => {
        await deleteOldLoginData(db, clock())
        await deleteOldKeys(db, clock())
        await deleteOldMail(db, clock())
        await deleteOldUploads(db, clock())
      },
      pool,
      log,
    }),
    scheduleJob({
      name: 'delete pictures that nothing refers to',
      seconds: hourInSeconds,
      task: (signal) => deleteUnusedImages(media, clock(), signal),
      pool,
      log,
    }),
  ]
}
