/** Finds trouble that the seller should know of, and notifies the administrators of its beginning and end. */

import type { MediaStore } from '../../media/files/media-store.ts'
import { alertClock } from '../../payments/clock-guard.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import type { PaymentSignals } from '../../payments/payment-signals.ts'
import { deleteOldSignals, signalsSince } from '../../payments/payment-signals.ts'
import type { AlarmDeps } from '../../people/notifications/alarms.ts'
import { endAlarm, raiseAlarm } from '../../people/notifications/alarms.ts'
import { days, earlier, hours, minutes } from '../../platform/clock.ts'
import type { ClockWatch } from '../../platform/clock-watch.ts'
import { eachApart } from '../../platform/jobs/each-apart.ts'
import type { BackupPlan } from '../backup/back-up-when-due.ts'
import { lastBackup, shopBeganAt } from '../backup/last-backup.ts'
import type { Disk } from './disks.ts'
import { stuckMails } from './queries.ts'

/** The inputs of the shop's watch. */
export interface WatchDeps extends AlarmDeps {
  log: PaymentDeps['log']
  clockWatch: ClockWatch
  signals: Pick<PaymentSignals, 'flush'>
  backup: BackupPlan
  disks: () => Promise<Disk[]>
  store: Pick<MediaStore, 'requests'>
  /** The URL to which the gateway sends its notifications. */
  notificationUrl: string
}

/**
 * The thresholds; deploy/alerts.yml has the same ones. If `end` differs from `begin`, a number that goes up and down around
 * one of them causes no series of messages.
 */
const mailWaitsMs = minutes(30)
const forgedInAnHour = { begin: 20, end: 5 }
const missingInADay = 3
/** A multiple of the interval between two backups. */
const backupIsOldAfter = 2
const disk = { share: 0.1, atMostBytes: 5e9, atLeastBytes: 2e8, endFactor: 1.2 }

const checks: ((deps: WatchDeps, now: Date) => Promise<void>)[] = [
  checkMail,
  checkForged,
  checkMissing,
  checkDisks,
  checkBackup,
  checkClock,
]

/** A failing check does not stop the others. @throws the errors of {@link eachApart} */
export async function checkAlarms(deps: WatchDeps): Promise<void> {
  const now = deps.clock()
  await deps.signals.flush()
  await eachApart([...checks, ({ db }: WatchDeps) => deleteOldSignals(db, now)], (check) => check(deps, now))
}

async function checkMail(deps: WatchDeps, now: Date): Promise<void> {
  const { count, waitingSince } = await stuckMails(deps.db, earlier(now, mailWaitsMs))
  if (waitingSince !== null) await raiseAlarm(deps, 'mail', { kind: 'mail-stuck', to: 'admins', count, waitingSince })
  else await endAlarm(deps, 'mail', { kind: 'mail-queue-clear', to: 'admins' })
}

async function checkForged(deps: WatchDeps, now: Date): Promise<void> {
  const { forged: count } = await signalsSince(deps.db, earlier(now, hours(1)), now)
  if (count >= forgedInAnHour.begin) {
    await raiseAlarm(deps, 'webhooks-forged', { kind: 'webhooks-forged', to: 'admins', count })
  } else if (count < forgedInAnHour.end) {
    await endAlarm(deps, 'webhooks-forged', { kind: 'webhooks-forged-over', to: 'admins' })
  }
}

/** The reconciliation may be faster than a notification by chance, so a few such payments don't count. */
async function checkMissing(deps: WatchDeps, now: Date): Promise<void> {
  const { 'paid-by-reconciliation': missing, 'paid-by-webhook': arrived } = await signalsSince(
    deps.db,
    earlier(now, days(1)),
    now,
  )
  const { notificationUrl } = deps
  if (missing >= missingInADay && missing > arrived) {
    const facts = { count: missing, notificationUrl }
    await raiseAlarm(deps, 'webhooks-missing', { kind: 'webhooks-missing', to: 'admins', ...facts })
  } else if (arrived > 0 && arrived >= missing) {
    await endAlarm(deps, 'webhooks-missing', { kind: 'webhooks-missing-over', to: 'admins' })
  }
}

async function checkDisks(deps: WatchDeps): Promise<void> {
  for (const { disk: name, freeBytes, sizeBytes } of await deps.disks()) {
    const limit = Math.max(disk.atLeastBytes, Math.min(disk.share * sizeBytes, disk.atMostBytes))
    const facts = { disk: name, freeBytes, sizeBytes }
    if (freeBytes < limit) {
      await raiseAlarm(deps, `disk-${name}`, { kind: 'disk-nearly-full', to: 'admins', ...facts })
    } else if (freeBytes >= limit * disk.endFactor) {
      await endAlarm(deps, `disk-${name}`, { kind: 'disk-has-room', to: 'admins', disk: name, freeBytes })
    }
  }
}

async function checkBackup(deps: WatchDeps, now: Date): Promise<void> {
  const { db, backup } = deps
  const madeAt = (await lastBackup(db, now))?.madeAt ?? null
  const since = madeAt ?? (await shopBeganAt(db, now))
  const isWanted = backup.everyHours > 0
  if (isWanted && (!since || since < earlier(now, hours(backup.everyHours) * backupIsOldAfter))) {
    await raiseAlarm(deps, 'backup', { kind: 'backup-too-old', to: 'admins', madeAt })
  } else if (madeAt) {
    await endAlarm(deps, 'backup', { kind: 'backup-made', to: 'admins', madeAt })
  }
}

/** Checked here too, because otherwise the shop checks its clock only when an order's time is over. */
async function checkClock(deps: WatchDeps): Promise<void> {
  await deps.clockWatch.isRight()
  await alertClock(deps, deps.clockWatch.difference())
}
