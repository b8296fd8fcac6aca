/** Queries on payment attempts: one row for each transaction asked of the gateway. */
import type { Db } from '../platform/db/db.ts'

/** The gateway's id for an attempt: the order's own, then with -2, -3. */
const attemptId = (orderId: string, number: number) => (number === 1 ? orderId : `${orderId}-${number}`)

export interface NewAttempt {
  orderId: string
  number: number
  /** Whole rupiah. */
  amount: number
  expiresAt: Date
}

export async function insertAttempt(tx: Db, { orderId, number, amount, expiresAt }: NewAttempt, now: Date) {
  await tx
    .insertInto('payment_attempts')
    .values({
      id: attemptId(orderId, number),
      order_id: orderId,
      number,
      amount,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
}

/** An order with its one live attempt, where it has one. Undefined where there is no such order. */
export function orderWithLiveAttempt(db: Db, orderId: string) {
  return db
    .selectFrom('orders')
    .leftJoin('payment_attempts as attempt', (join) =>
      join.onRef('attempt.order_id', '=', 'orders.id').on('attempt.status', '=', 'PENDING'),
    )
    .select([
      'orders.id',
      'orders.user_id',
      'orders.status',
      'orders.expires_at',
      'attempt.id as attempt_id',
      'attempt.amount',
      'attempt.snap_token',
      'attempt.redirect_url',
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
}

export function findAttempt(db: Db, id: string) {
  return db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** End a live attempt. Nothing happens to one that ended before. */
export async function endAttempt(db: Db, id: string, status: 'GAGAL' | 'KADALUARSA' | 'DIBATALKAN'): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute()
}
