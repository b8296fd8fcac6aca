/** The attempts about which the gateway is asked by a job: open ones, ended ones, and settlements that may be taken back. */
import type { PaymentMethod } from '@camilan/contract/payment-methods'
import { sql } from 'kysely'
import { days, earlier, hours, minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { latestStored } from '../../platform/db/stored-moments.ts'
import { wasSent } from '../attempts/queries.ts'
import type { AskedAttempt } from './ask-about.ts'

/**
 * The attempts that can be paid now, by the ids of their orders. An order has at most one. They include those whose own time
 * is over, because only the gateway's report ends them. Orders whose time is over are ended by `claimLapsedOrder`.
 */
export function openAttempts(
  db: Db,
  { afterOrder, limit }: { afterOrder: string; limit: number },
  now: Date,
): Promise<(AskedAttempt & { order_id: string })[]> {
  return db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('orders', 'orders.id', 'attempt.order_id')
    .select(['attempt.id', 'attempt.key_set_id', 'attempt.order_id', 'attempt.status', 'attempt.reversed_at'])
    .where('attempt.status', '=', 'PENDING')
    .where('attempt.snap_token', 'is not', null)
    .where('orders.expires_at', '>', now)
    .where('attempt.order_id', '>', afterOrder)
    .orderBy('attempt.order_id')
    .limit(limit)
    .execute()
}

/** The time for which the gateway is asked about ended attempts: money may still arrive, and its notification may be lost. */
const askEndedForMs = days(30)
const firstIntervalMs = hours(6)

/**
 * The moment of the next question to the gateway: about 1, 10 and 60 minutes after the end, when late money usually comes.
 * Then the interval doubles each time: about nine questions in 30 days.
 */
const nextCheckAt = sql<Date>`coalesce(status_asked_at + case asked_after_end
  when 0 then interval '1 minute' when 1 then interval '10 minutes' when 2 then interval '50 minutes'
  else greatest(${firstIntervalMs}::float8 * interval '1 millisecond', status_asked_at - expires_at) end, created_at)`

/** By these methods a settlement may be taken back, usually within five minutes, and the notification of it may be lost. */
const reversibleMethods = ['permata_va', 'echannel', 'indomaret'] satisfies PaymentMethod[]
const askPaidAfterMs = minutes(10)

/** The settlements that may have been taken back and about which nobody asked since. */
export function reversibleAttempts(db: Db, limit: number, now: Date): Promise<AskedAttempt[]> {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'key_set_id', 'status', 'reversed_at'])
    .where('status', '=', 'SUKSES')
    .where('used_method', 'in', reversibleMethods)
    .where('paid_at', '<=', earlier(now, askPaidAfterMs))
    .where('paid_at', '>', earlier(now, days(1)))
    .where(
      sql<boolean>`coalesce(status_asked_at < paid_at + ${askPaidAfterMs}::float8 * interval '1 millisecond', true)`,
    )
    .orderBy('paid_at')
    .limit(limit)
    .execute()
}

export async function countQuestionAfterEnd(db: Db, { id }: AskedAttempt, now: Date): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set((eb) => ({ status_asked_at: now, asked_after_end: eb('asked_after_end', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * The attempts that ended without money and about which the gateway should be asked again. They include attempts without a
 * token, because the answer with the token may have been lost.
 */
export function endedAttempts(db: Db, limit: number, now: Date): Promise<AskedAttempt[]> {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'key_set_id', 'status', 'reversed_at'])
    .where('status', 'in', ['GAGAL', 'KADALUARSA', 'DIBATALKAN'])
    .where(wasSent)
    .where('expires_at', '>', earlier(now, askEndedForMs))
    .where((eb) => eb.or([eb(nextCheckAt, '<=', now), eb('status_asked_at', '>', latestStored(now))]))
    .orderBy(nextCheckAt)
    .limit(limit)
    .execute()
}
