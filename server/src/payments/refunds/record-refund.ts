import { type Administrator, recordChange } from '../../audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { RefundAsked } from '../errors.ts'
import { lockRefund, type RefundRow } from './refund-rows.ts'
import { tellBuyer } from './tell-buyer.ts'

interface RecordedRefund {
  /** The refund's id, or that of its payment. */
  id: string
  note: string
}

/**
 * Record that an administrator has refunded a payment by hand, and notify its buyer. An audit entry names the
 * administrator. A second call adds its note, if that is another one, and has no other effect.
 * @throws {NotFound} there is no such refund
 * @throws {RefundAsked} the gateway may be paying it
 */
export async function recordRefund(db: Db, by: Administrator, { id, note }: RecordedRefund, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const refund = await lockRefund(tx, id, 'due')
    if (!refund) throw new NotFound()
    if (refund.state === 'asked') throw new RefundAsked()
    if (refund.state === 'done') return addNote(tx, by, { refund, note }, now)
    await tx
      .updateTable('refunds')
      .set({ state: 'done', way: 'hand', done_at: now, done_by: by.id, note })
      .where('id', '=', refund.id)
      .execute()
    const changes = [
      { field: 'refund', before: null, after: refund.amount_idr },
      { field: 'refund_note', before: null, after: note },
    ]
    await recordChange(tx, by, { type: 'order', id: refund.order_id }, { action: 'changed', changes }, now)
    await tellBuyer(tx, { kind: 'refund-made', orderId: refund.order_id, amountIdr: refund.amount_idr }, now)
  })
}

/** The note, of several lines, is limited to this. */
const longestNote = 2_000

async function addNote(
  tx: Tx,
  by: Administrator,
  { refund, note }: { refund: RefundRow; note: string },
  now: Date,
): Promise<void> {
  const notes = refund.note?.split('\n\n') ?? []
  const joined = [...notes, note].join('\n\n')
  if (notes.includes(note) || joined.length > longestNote) return
  await tx.updateTable('refunds').set({ note: joined }).where('id', '=', refund.id).execute()
  const changes = [{ field: 'refund_note', before: null, after: note }]
  await recordChange(tx, by, { type: 'order', id: refund.order_id }, { action: 'changed', changes }, now)
}

/**
 * Take back the record of a refund by hand, which was not made: it is due again, and the buyer is notified. An audit entry
 * keeps its note.
 * @throws {NotFound} there is no such refund that was recorded by hand
 */
export async function undoRefund(db: Db, by: Administrator, id: string, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const refund = await lockRefund(tx, id, 'done')
    if (refund?.way !== 'hand') throw new NotFound()
    await tx
      .updateTable('refunds')
      .set({ state: 'due', way: null, done_at: null, done_by: null, note: null })
      .where('id', '=', refund.id)
      .execute()
    const changes = [
      { field: 'refund', before: refund.amount_idr, after: null },
      { field: 'refund_note', before: refund.note, after: null },
    ]
    await recordChange(tx, by, { type: 'order', id: refund.order_id }, { action: 'changed', changes }, now)
    await tellBuyer(tx, { kind: 'refund-not-made', orderId: refund.order_id, amountIdr: refund.amount_idr }, now)
  })
}
