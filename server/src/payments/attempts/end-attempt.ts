import type { Actor } from '@camilan/contract/orders'
import { type LockedOrder, transitionOrder } from '../../orders/change/transition-order.ts'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { AttemptRow } from './queries.ts'

export type EndedStatus = 'GAGAL' | 'KADALUARSA' | 'DIBATALKAN'

interface Ending {
  id: string
  status: EndedStatus
  /** The token that was closed at the gateway. An attempt that has got one since is not ended. Undefined: any. */
  closed?: { token: string | null }
}

/**
 * End a PENDING attempt without money. An attempt that has ended keeps its status.
 * @returns the ended attempt; undefined if nothing has changed
 */
export function endAttempt(
  db: Db,
  { id, status, closed }: Ending,
): Promise<Pick<AttemptRow, 'id' | 'snap_token' | 'key_set_id'> | undefined> {
  return db
    .updateTable('payment_attempts')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .$if(closed !== undefined, (attempt) => attempt.where('snap_token', 'is not distinct from', closed?.token ?? null))
    .returning(['id', 'snap_token', 'key_set_id'])
    .executeTakeFirst()
}

/** Who ends an unpaid order: its buyer, the shop because its time is over, or an administrator. */
export type CancelledBy = 'customer' | 'system' | Administrator

export const actorOf = (by: CancelledBy): Actor => (typeof by === 'string' ? by : 'admin')

/** Bring an unpaid order to DIBATALKAN. The audit trail says which administrator did it. */
export async function cancelUnpaidOrder(tx: Tx, by: CancelledBy, order: LockedOrder, now: Date): Promise<void> {
  await transitionOrder(tx, actorOf(by), { order, status: 'DIBATALKAN' }, now)
  if (typeof by === 'string') return
  const changes = [{ field: 'status', before: order.status, after: 'DIBATALKAN' }]
  await recordChange(tx, by, { type: 'order', id: order.id }, { action: 'changed', changes }, now)
}
