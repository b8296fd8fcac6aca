/** The jobs of all rooms, which run as long as the server. */
import { deleteOldLoginData } from './accounts/delete-old-login-data.ts'
import { sendResetLinks } from './accounts/send-reset-links.ts'
import { backUpWhenDue } from './backup/back-up-when-due.ts'
import { publishCatalogChange, publishPictureChange } from './catalog/catalog-change.ts'
import type { Config } from './config.ts'
import { deleteOldMail } from './mail/delete-old-mail.ts'
import { deleteOldUploads } from './media/count-upload.ts'
import { deleteUnusedImages } from './media/delete-unused-images.ts'
import { findBrokenFullSets, makeFullSets } from './media/make-full-sets.ts'
import type { Media } from './media/open-media.ts'
import { deleteOldNotifications } from './notifications/delete-old-notifications.ts'
import { applyOrderChanges } from './orders/apply-order-changes.ts'
import { retireKeySets } from './payment-keys/key-set-rows.ts'
import { publishKeySetChange } from './payment-keys/key-sets.ts'
import type { PaymentDeps } from './payments/deps.ts'
import { endLapsedOrders } from './payments/end-lapsed-orders.ts'
import { reconcile } from './payments/reconcile.ts'
import type { DatabaseConnection } from './platform/db/db.ts'
import { deleteOldMarks } from './platform/events/marks.ts'
import { deleteOldKeys } from './platform/http/idempotency.ts'
import { type JobOptions, type ScheduledJob, scheduleJob } from './platform/jobs/schedule-job.ts'
import type { Quiet } from './platform/quiet.ts'
import { checkAlarms } from './watch/check-alarms.ts'
import type { WatchDeps } from './watch/deps.ts'

const hourInSeconds = 3600
/**
 * Links are not mailed right after the request: the work would slow down the next requests, and so reveal that the
 * account exists.
 */
const resetLinkSeconds = 2

/** An order whose time is over holds its stock until it is ended, so the pause does not depend on the configuration. */
const lapsedOrdersSeconds = 5

/** Lists of orders read what is not applied yet, with each request. */
const orderSumsSeconds = 60
/** Until then a new picture is shown by its basic files. */
const fullSetSeconds = 10

const alarmCheckSeconds = 300

/** Also the pause after a backup that failed. */
const backupCheckSeconds = 600

export interface JobDeps {
  payments: PaymentDeps
  media: Media
  /** While the shop is quiet no job runs. */
  quiet: Quiet
  connection: DatabaseConnection
  watch: WatchDeps
  /** Told of each run. */
  onRun?: JobOptions['onRun']
}

export function startJobs(
  { payments, media, quiet, connection, watch, onRun }: JobDeps,
  config: Config,
): ScheduledJob[] {
  const { db, clock, log, sender } = payments
  const common = { db, log, isPaused: quiet.isOn, onRun }
  const { backup } = config
  const round = { lastOrder: '' }
  return [
    scheduleJob({
      name: 'end unpaid orders whose time is over',
      seconds: lapsedOrdersSeconds,
      task: (fenced, signal) => endLapsedOrders({ ...payments, db: fenced }, signal),
      ...common,
    }),
    scheduleJob({
      name: 'reconcile payments',
      seconds: config.payments.reconcileSeconds,
      task: (fenced, signal) => reconcile({ ...payments, db: fenced }, signal, round),
      ...common,
    }),
    scheduleJob({
      name: 'send links for new passwords',
      seconds: resetLinkSeconds,
      task: (fenced, signal) => sendResetLinks({ db: fenced, sender, clock }, signal),
      ...common,
    }),
    scheduleJob({
      name: 'apply changes of orders to their sums',
      seconds: orderSumsSeconds,
      task: (fenced, signal) => applyOrderChanges(fenced, signal),
      ...common,
    }),
    scheduleJob({
      name: 'delete expired data',
      seconds: hourInSeconds,
      task: async (fenced, signal) => {
        await deleteOldLoginData(fenced, clock())
        await deleteOldKeys(fenced, clock())
        await deleteOldMail(fenced, clock())
        await deleteOldUploads(fenced, clock())
        await deleteOldMarks(fenced, clock())
        await deleteOldNotifications(fenced, clock(), signal)
        if ((await retireKeySets(fenced, clock())) > 0) await publishKeySetChange(db)
      },
      ...common,
    }),
    scheduleJob({
      name: 'delete pictures that nothing refers to',
      seconds: hourInSeconds,
      task: (fenced, signal) => deleteUnusedImages({ ...media, db: fenced }, clock(), signal),
      ...common,
    }),
    scheduleJob({
      name: 'find full sets of pictures with missing files',
      seconds: hourInSeconds,
      task: (fenced, signal) =>
        findBrokenFullSets({ db: fenced, media, onChange: (tx) => publishCatalogChange(tx) }, signal),
      ...common,
    }),
    scheduleJob({
      name: 'make full sets of pictures',
      seconds: fullSetSeconds,
      task: (fenced, signal) => makeFullSets({ db: fenced, media, onChange: publishPictureChange }, signal),
      ...common,
    }),
    scheduleJob({
      name: 'look for trouble',
      seconds: alarmCheckSeconds,
      task: (fenced) => checkAlarms({ ...watch, db: fenced }),
      ...common,
    }),
    ...(backup.everyHours === 0
      ? []
      : [
          scheduleJob({
            name: 'back up the shop',
            seconds: Math.min(backupCheckSeconds, (backup.everyHours * hourInSeconds) / 4),
            task: (fenced, signal) =>
              backUpWhenDue({ db: fenced, connection, store: media.store, log }, backup, clock(), signal),
            ...common,
          }),
        ]),
  ]
}
