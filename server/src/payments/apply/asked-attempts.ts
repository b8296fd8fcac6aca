/** The attempts about which the gateway is asked by a job: open ones, ended ones, and settlements whose money may have left. */
import { type PaymentMethod, paymentMethodNames, paymentMethods } from '@camilan/contract/payment-methods'
import { sql } from 'kysely'
import { days, earlier, hours, minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { latestStored } from '../../platform/db/stored-moments.ts'
import { wasSent } from '../attempts/queries.ts'
import type { AskedAttempt } from './ask-about.ts'

/**
 * The attempts that can be paid now, by the ids of their orders. An order has at most one. They include those whose own time
 * is over, because only the gateway's report ends them. Orders whose time is over are ended by `cancelExpiredOrders`.
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

/** By these methods a settlement may be taken back, usually within five minutes. */
const reversibleMethods = ['permata_va', 'echannel', 'indomaret'] satisfies PaymentMethod[]

/** A moment after the payment at which the gateway is asked about it, because money may have left without a notification. */
interface Check {
  method: PaymentMethod
  /** Whether another app than that of the QR paid it; null: either. */
  is_other_app: boolean | null
  after_ms: number
  /** Later than this after the payment it is not made up for. */
  until_ms: number
}

const reversalChecks = reversibleMethods.map(
  (method): Check => ({ method, is_other_app: null, after_ms: minutes(10), until_ms: days(1) }),
)

/** By these methods money leaves by a chargeback, or by a refund at the gateway's dashboard until `refundDays` are over. */
const refundChecks = paymentMethodNames.flatMap((method) => {
  const { refundDays } = paymentMethods[method]
  if (!refundDays) return []
  return [false, true].flatMap((is_other_app) => {
    const end = is_other_app ? refundDays.otherApp : refundDays.own
    const moments = [...new Set([1, 7, 30, end])].toSorted((one, other) => one - other)
    return moments.map((day, index): Check => {
      const next = moments[index + 1] ?? day + 30
      return { method, is_other_app, after_ms: days(day), until_ms: days(next) }
    })
  })
})

const paidChecks = JSON.stringify([...reversalChecks, ...refundChecks])

/**
 * The settlements about which nobody has asked since the last moment of their checks, by their ids.
 * @param after  the id of the last one that was asked about
 */
export function paidAttempts(
  db: Db,
  { after, limit }: { after: string; limit: number },
  now: Date,
): Promise<AskedAttempt[]> {
  const ago = (ms: string) => sql<Date>`${now}::timestamptz - ${sql.ref(ms)} * interval '1 millisecond'`
  return (
    db
      .selectFrom('payment_attempts as attempt')
      .innerJoin(
        sql<Check>`jsonb_to_recordset(${paidChecks}::jsonb)`.as<'check'>(
          sql`"check" (method text, is_other_app boolean, after_ms bigint, until_ms bigint)`,
        ),
        (join) =>
          join
            .onRef('attempt.used_method', '=', 'check.method')
            .on(sql<boolean>`coalesce(is_other_app = (issuer is not null and issuer is distinct from acquirer), true)`)
            .on('attempt.paid_at', '<', ago('after_ms'))
            .on('attempt.paid_at', '>=', ago('until_ms')),
      )
      .select(['attempt.id', 'attempt.key_set_id', 'attempt.status', 'attempt.reversed_at'])
      .where('attempt.status', '=', 'SUKSES')
      // The index has these words.
      .where(sql<boolean>`used_method in ('permata_va', 'echannel', 'indomaret', 'other_qris', 'gopay', 'shopeepay')`)
      .where(sql<boolean>`coalesce(status_asked_at <= paid_at + after_ms * interval '1 millisecond', true)`)
      .where('attempt.id', '>', after)
      .orderBy('attempt.id')
      .limit(limit)
      .execute()
  )
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
