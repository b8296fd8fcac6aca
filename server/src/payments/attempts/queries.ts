/** Reads payment attempts: an order has one for each payment that was started at the gateway. */
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { PaymentAttempts } from '../../platform/db/db-types.ts'

export type AttemptRow = Selectable<PaymentAttempts>

/** The gateway was asked for its token. The first attempt of an order that the seller entered waits for its buyer. */
export const wasSent = sql<boolean>`(token_lease_number > 0 or snap_token is not null)`

/** An order with its PENDING attempt, if it has one; there is at most one. Undefined if there is no such order. */
export function orderWithLiveAttempt(db: Db, orderId: string) {
  return db
    .selectFrom('orders')
    .leftJoin('payment_attempts as attempt', (join) =>
      join.onRef('attempt.order_id', '=', 'orders.id').on('attempt.status', '=', 'PENDING'),
    )
    .select([
      'orders.id',
      'orders.user_id',
      'orders.source',
      'orders.status',
      'orders.expires_at',
      'orders.total_price',
      'attempt.id as attempt_id',
      'attempt.expires_at as attempt_expires_at',
      'attempt.amount',
      'attempt.chosen_method',
      'attempt.used_method',
      'attempt.payment_type',
      'attempt.transaction_id',
      'attempt.snap_token',
      'attempt.redirect_url',
      'attempt.key_set_id',
      'attempt.replaced_at',
    ])
    .select(sql<boolean>`coalesce(${wasSent}, false)`.as('is_sent'))
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
}

export type OrderWithLiveAttempt = NonNullable<Awaited<ReturnType<typeof orderWithLiveAttempt>>>

/** An attempt that is notified about, unless it is a payment without order. */
export const notifiedAttempt = (db: Db, attemptId: string) =>
  db
    .selectFrom('payment_attempts')
    .select(['id', 'status', 'key_set_id', 'transaction_id', 'reversed_at'])
    .where('id', '=', attemptId)
    .where('unassigned_at', 'is', null)
    .executeTakeFirst()

export const attemptsOfOrder = (db: Db, orderId: string): Promise<AttemptRow[]> =>
  db.selectFrom('payment_attempts').selectAll().where('order_id', '=', orderId).execute()

/** The newest attempt. Every order has at least one. */
export function lastAttempt(db: Db, orderId: string): Promise<AttemptRow> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
