import type { Actor } from '@camilan/contract/orders'
import { type Administrator, recordChange } from '../../audit/record-change.ts'
import { type LockedOrder, transitionOrder } from '../../orders/transition-order.ts'
import type { Tx } from '../../platform/db/db.ts'

/** Who ends an unpaid order: its buyer, the shop because its time is over, or an administrator. */
export type Closer = 'customer' | 'system' | Administrator

export const actorOf = (closer: Closer): Actor => (typeof closer === 'string' ? closer : 'admin')

/** Bring an unpaid order to DIBATALKAN. The audit trail says which administrator did it. */
export async function cancelUnpaid(tx: Tx, closer: Closer, order: LockedOrder, now: Date): Promise<void> {
  await transitionOrder(tx, actorOf(closer), { order, status: 'DIBATALKAN' }, now)
  if (typeof closer === 'string') return
  const changes = [{ field: 'status', before: order.status, after: 'DIBATALKAN' }]
  await recordChange(tx, closer, { type: 'order', id: order.id }, { action: 'changed', changes }, now)
}
