import type { AuditChange } from '@camilan/contract/audit'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { type LockedOrder, lockOrder } from './transition-order.ts'

/**
 * An administrator changes an order, which is locked. What `act` returns is its audit entry, with the administrator's name; an
 * empty list says that nothing has changed.
 * @throws {NotFound} there is no such order
 */
export function changeOrder(
  db: Db,
  by: Administrator,
  orderId: string,
  now: Date,
  act: (tx: Tx, order: LockedOrder) => Promise<readonly AuditChange[]>,
): Promise<void> {
  return transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new NotFound()
    const changes = await act(tx, order)
    if (changes.length === 0) return
    await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
  })
}

/** Fields of an audit entry that had no value before; those that have none now are left out. */
export const added = (fields: Record<string, AuditChange['after'] | undefined>): AuditChange[] =>
  Object.entries(fields).flatMap(([field, after = null]) => (after === null ? [] : [{ field, before: null, after }]))
