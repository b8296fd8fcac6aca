import { sql } from 'kysely'
import { type Administrator, recordChange } from '../audit/record-change.ts'
import { notify } from '../notifications/notify.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound } from '../platform/errors.ts'

/**
 * Record that an administrator has refunded a payment, and notify its buyer. An audit entry names the administrator. A
 * second call has no effect.
 * @throws {NotFound} there is no such payment, or its refund was not due
 */
export async function recordRefund(
  db: Db,
  by: Administrator,
  refund: { attemptId: string; note: string },
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    const attempt = await tx
      .selectFrom('payment_attempts')
      .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
      .select([
        'order_id',
        'refunded_at',
        'orders.user_id',
        sql<number>`coalesce(received_amount, amount)`.as('amount'),
      ])
      .where('payment_attempts.id', '=', refund.attemptId)
      .where('refund_due_at', 'is not', null)
      .forNoKeyUpdate('payment_attempts')
      .executeTakeFirst()
    if (!attempt) throw new NotFound()
    if (attempt.refunded_at) return
    await tx
      .updateTable('payment_attempts')
      .set({ refunded_at: now, refund_note: refund.note, refunded_by: by.id })
      .where('id', '=', refund.attemptId)
      .execute()
    const changes = [
      { field: 'refund', before: null, after: attempt.amount },
      { field: 'refund_note', before: null, after: refund.note },
    ]
    await recordChange(tx, by, { type: 'order', id: attempt.order_id }, { action: 'changed', changes }, now)
    const { user_id: user, order_id: orderId, amount: amountIdr } = attempt
    await notify(tx, [{ kind: 'refund-made', to: { user }, orderId, amountIdr }], now)
  })
}
