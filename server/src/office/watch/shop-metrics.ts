/** The shop's own metrics for Prometheus: orders, mail, payments, backups, disks and the clock. */
import { orderStatuses } from '@camilan/contract/orders'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { WebhookOutcome } from '../../payments/deps.ts'
import type { GatewayCall, GatewayOutcome } from '../../payments/keys/gateway.ts'
import type { PaymentCounters } from '../../payments/open.ts'
import { memoized } from '../../platform/concurrency/memoized.ts'
import { type Metrics, type MetricsOptions, openMetrics } from '../../platform/metrics/metrics.ts'
import type { WatchDeps } from './check-alarms.ts'
import { type ShopNumbers, shopNumbers } from './queries.ts'

/** The database is not read again within this time, however often Prometheus scrapes. */
const askAgainAfterMs = 15_000
/** Prometheus waits 10 s. */
const databaseTimeoutMs = 3_000

const webhookOutcomes: WebhookOutcome[] = ['applied', 'unchanged', 'forged', 'later', 'failed']
const calls: GatewayCall[] = ['createTransaction', 'status', 'cancel', 'cancelSession']
const gatewayOutcomes: GatewayOutcome[] = ['ok', 'refused', 'unavailable']

export interface ShopMetrics {
  metrics: Metrics
  payments: PaymentCounters
  /** Adds the values that are read from the shop at each scrape. */
  addShop(deps: WatchDeps & { isQuiet: () => boolean }): void
}

/** All metrics of the process: those of every server, of the payments, and of the shop. */
export function openShopMetrics(options: MetricsOptions): ShopMetrics {
  const metrics = openMetrics(options)
  return {
    metrics,
    payments: registerPaymentMetrics(metrics),
    addShop: (deps) => registerShopMetrics(metrics, deps),
  }
}

function registerPaymentMetrics({ registry }: Metrics): PaymentCounters {
  const registers = [registry]
  const webhooks = new Counter({
    name: 'camilan_webhooks_total',
    help: 'Notifications of the gateway, by what became of them',
    labelNames: ['outcome'],
    registers,
  })
  const paid = new Counter({
    name: 'camilan_payments_found_total',
    help: 'Orders that were paid, by how the shop learned of it',
    labelNames: ['by'],
    registers,
  })
  const gateway = new Histogram({
    name: 'camilan_gateway_call_duration_seconds',
    help: 'Calls of the gateway, by outcome; `unavailable`: no answer, or none that can be used',
    labelNames: ['call', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  // A counter that begins with its first event hides that event from `increase()`.
  for (const outcome of webhookOutcomes) webhooks.inc({ outcome }, 0)
  for (const by of ['webhook', 'reconciliation']) paid.inc({ by }, 0)
  for (const call of calls) for (const outcome of gatewayOutcomes) gateway.zero({ call, outcome })
  return {
    webhook: (outcome) => webhooks.inc({ outcome }),
    paid: (by) => paid.inc({ by }),
    gatewayCall: (call, outcome, ms) => gateway.observe({ call, outcome }, ms / 1_000),
  }
}

function registerShopMetrics(metrics: Metrics, deps: WatchDeps & { isQuiet: () => boolean }): void {
  const registers = [metrics.registry]
  const { db, clock, backup, clockWatch, isQuiet } = deps
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name: `camilan_${name}`, help, labelNames, registers })

  const up = gauge('database_up', 'Whether PostgreSQL answered when it was last asked')
  const orders = gauge('orders', 'Orders by status', ['status'])
  const alarms = gauge('alarm', '1 while the administrators are notified of this trouble', ['alarm'])
  const single = {
    oldestUnpaidSeconds: gauge('orders_oldest_unpaid_age_seconds', 'Age of the oldest unpaid order; 0: none'),
    mostOverdueSeconds: gauge('orders_most_overdue_seconds', 'Since when an unpaid order should have ended; 0: none'),
    refundsDue: gauge('refunds_due', 'Refunds that an administrator has to make'),
    unsentMails: gauge('mail_unsent', 'Mails that wait to be sent'),
    oldestUnsentSeconds: gauge('mail_oldest_unsent_age_seconds', 'Age of the oldest mail that waits; 0: none'),
    mailsGivenUp: gauge('mail_given_up', 'Mails of the last four days that could not be delivered'),
    backupAgeSeconds: gauge('backup_age_seconds', 'Since the last backup or, without one, since the shop began'),
  } satisfies Partial<Record<keyof ShopNumbers, Gauge>>
  const backupAt = gauge('backup_last_timestamp_seconds', 'When the last backup was made; missing where there is none')
  gauge('backup_interval_seconds', 'Time between two backups; 0: the shop makes none').set(backup.everyHours * 3600)

  const kept = memoized<ShopNumbers>(askAgainAfterMs)
  metrics.beforeScrape(async () => {
    const numbers = await inTime(kept(() => shopNumbers(db, clock())))
    up.set(numbers ? 1 : 0)
    for (const gauge of [orders, alarms]) gauge.reset()
    for (const gauge of [backupAt, ...Object.values(single)]) gauge.remove()
    if (!numbers) return
    for (const status of orderStatuses) orders.set({ status }, numbers.orders[status] ?? 0)
    for (const alarm of numbers.alarms) alarms.set({ alarm }, 1)
    for (const [name, gauge] of Object.entries(single)) gauge.set(numbers[name as keyof typeof single])
    if (numbers.backupMadeAt) backupAt.set(numbers.backupMadeAt.getTime() / 1_000)
  })

  const free = gauge('disk_free_bytes', 'Free room of a disk', ['disk'])
  const size = gauge('disk_size_bytes', 'Size of a disk', ['disk'])
  metrics.beforeScrape(async () => {
    for (const { disk, freeBytes, sizeBytes } of await deps.disks().catch(() => [])) {
      free.set({ disk }, freeBytes)
      size.set({ disk }, sizeBytes)
    }
  })

  new Counter({
    name: 'camilan_picture_store_requests_total',
    help: 'Requests to the S3 service, by outcome; 0: pictures are files',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const outcome of ['ok', 'unavailable'] as const) this.inc({ outcome }, deps.store.requests?.[outcome] ?? 0)
    },
  })

  const difference = gauge('clock_difference_seconds', 'How far the clock is ahead of another one; 0: right')
  const quiet = gauge('quiet', '1 while the shop is quiet after a restore')
  metrics.beforeScrape(async () => {
    difference.set((clockWatch.difference()?.aheadMs ?? 0) / 1_000)
    quiet.set(isQuiet() ? 1 : 0)
  })
}

/** @returns undefined if it fails or takes too long */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), databaseTimeoutMs)
  return Promise.race([work.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}
