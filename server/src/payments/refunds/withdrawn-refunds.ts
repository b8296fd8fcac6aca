import { sql } from 'kysely'
import type { LockedOrder } from '../../orders/transition-order.ts'
import type { Tx } from '../../platform/db/db.ts'
import { refundInsert } from './refund-rows.ts'

/** The note of a refund that ended because the gateway took its money back by itself. */
const withdrawnNote = 'Ditarik kembali di Midtrans'

/** The gateway took the whole money back, so nobody has to give it back any more. */
export async function closeDueRefunds(tx: Tx, attemptId: string, now: Date): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state: 'done', way: 'outside', done_at: now, note: withdrawnNote })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'due')
    .execute()
}

/** The money is there again: what a withdrawal had ended is due again, and so is the rest of a cancelled order's. */
export async function reopenDueRefunds(
  tx: Tx,
  { order, attemptId }: { order: LockedOrder; attemptId: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state: 'due', way: null, done_at: null, note: null })
    .where('attempt_id', '=', attemptId)
    .where('note', '=', withdrawnNote)
    .where('done_by', 'is', null)
    .execute()
  if (order.status !== 'DIBATALKAN') return
  const { rest: amountIdr } = await tx
    .selectFrom('payment_attempts as attempt')
    .select(
      sql<number>`coalesce(received_amount, amount)
        - (select coalesce(sum(amount_idr), 0)::bigint from refunds where attempt_id = attempt.id)`.as('rest'),
    )
    .where('attempt.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  if (amountIdr <= 0) return
  await refundInsert({ attemptId, orderId: order.id, amountIdr, reason: 'CANCELLED' }, now).execute(tx)
}
