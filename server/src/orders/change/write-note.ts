import { changedFields } from '../../people/audit/changed-fields.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { OrderChanged } from '../errors.ts'
import { changeOrder } from './change-order.ts'

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
  await changeOrder(db, by, orderId, now, async (tx) => {
    const before = await tx
      .selectFrom('orders')
      .select('seller_note')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const after = { seller_note: note }
    const changes = changedFields(['seller_note'], before, after)
    if (changes.length === 0) return changes
    if (expected !== undefined && expected !== before.seller_note) {
      throw new OrderChanged({ present: { note: before.seller_note }, expected: { note: expected }, wanted: { note } })
    }
    await tx.updateTable('orders').set(after).where('id', '=', orderId).execute()
    return changes
  })
}
