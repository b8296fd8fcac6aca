import type { BackupPlan } from '../backup/back-up-when-due.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { AlarmDeps } from '../notifications/alarms.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import type { PaymentSignals } from '../payments/payment-signals.ts'
import type { ReadableClockWatch } from '../platform/clock-watch.ts'
import type { Disk } from './disks.ts'

/** What the watch of the shop looks at. */
export interface WatchDeps extends AlarmDeps {
  log: PaymentDeps['log']
  clockWatch: ReadableClockWatch
  signals: Pick<PaymentSignals, 'flush'>
  backup: BackupPlan
  disks: () => Promise<Disk[]>
  store: Pick<MediaStore, 'requests'>
  /** Where the gateway sends its notifications. */
  notificationUrl: string
}
