import { changedFields } from '../../people/audit/changed-fields.ts'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { OrderChanged } from '../errors.ts'
import { lockOrder } from './transition-order.ts'

/**
 * Store the seller's own words about an order in any status; null removes them. No buyer reads them. An audit entry names
 * who wrote them. A second call with the same words has no effect.
 * @param input.expected  the words that the person saw; undefined: any
 * @throws {OrderChanged} it has other words
 */
export async function writeNote(
  db: Db,
  by: Administrator,
  { orderId, note, expected }: { orderId: string; note: string | null; expected: string | null | undefined },
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await lockOrder(tx, orderId))) throw new NotFound()
    const before = await tx
      .selectFrom('orders')
      .select('seller_note')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const after = { seller_note: note }
    const changes = changedFields(['seller_note'], before, after)
    if (changes.length === 0) return
    if (expected !== undefined && expected !== before.seller_note) {
      throw new OrderChanged({ present: { note: before.seller_note }, expected: { note: expected }, wanted: { note } })
    }
    await tx.updateTable('orders').set(after).where('id', '=', orderId).execute()
    await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
  })
}
