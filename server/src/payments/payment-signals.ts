import { sql } from 'kysely'
import { days, earlier, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { latestStored } from '../platform/db/stored-moments.ts'

/** `forged`: a notification with a wrong signature. The others say how the shop learned that an order was paid. */
export type PaymentSignal = 'forged' | 'paid-by-webhook' | 'paid-by-reconciliation'

interface SignalDeps {
  db: Db
  clock: () => Date
  log: { warn(details: object, message: string): void }
}

export interface PaymentSignals {
  count(signal: PaymentSignal): void
  /** Write the counts. Never rejects: counts that could not be written wait for the next time. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Counts are written together, so that forged notifications do not cause a write each. */
const flushAfterMs = 30_000
const periodMs = minutes(10)
const keptMs = days(7)

/** Counts for all processes together, in the database, in periods of ten minutes. */
export function openPaymentSignals({ db, clock, log }: SignalDeps): PaymentSignals {
  let counts = new Map<PaymentSignal, number>()
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (counts.size === 0) return
    const written = counts
    counts = new Map()
    const began_at = new Date(Math.floor(clock().getTime() / periodMs) * periodMs)
    await db
      .insertInto('payment_signals')
      .values([...written].map(([signal, count]) => ({ began_at, signal, count })))
      .onConflict((conflict) =>
        conflict.columns(['began_at', 'signal']).doUpdateSet({ count: sql`payment_signals.count + excluded.count` }),
      )
      .execute()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'counters of payments were not written')
        for (const [signal, count] of written) counts.set(signal, (counts.get(signal) ?? 0) + count)
      })
  }
  const flush = () => (last = last.then(write))

  return {
    count(signal) {
      counts.set(signal, (counts.get(signal) ?? 0) + 1)
      timer ??= setTimeout(flush, flushAfterMs).unref()
    },
    flush,
    async close() {
      await flush()
      clearTimeout(timer)
    },
  }
}

/** The counts since then. The period of `since` counts as a whole. */
export async function signalsSince(db: Db, since: Date, now: Date): Promise<Record<PaymentSignal, number>> {
  const rows = await db
    .selectFrom('payment_signals')
    .select(['signal', (eb) => eb.fn.sum<number>('count').as('count')])
    .where('began_at', '>', earlier(since, periodMs))
    .where('began_at', '<=', latestStored(now))
    .groupBy('signal')
    .execute()
  const none = { forged: 0, 'paid-by-webhook': 0, 'paid-by-reconciliation': 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ signal, count }) => [signal, count])) }
}

export async function deleteOldSignals(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('payment_signals').where('began_at', '<', earlier(now, keptMs)).execute()
}
