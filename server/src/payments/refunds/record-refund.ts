import type { AuditChange } from '@camilan/contract/audit'
import { added } from '../../orders/change/change-order.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { bookGivenBack } from '../book/entries.ts'
import { RefundAsked } from '../errors.ts'
import { bookedOf, changeRefund, type RefundRow, takeDue } from './refund-rows.ts'
import { tellBuyer } from './tell-buyer.ts'

interface RecordedRefund {
  /** The refund's id, or that of its payment. */
  id: string
  note: string | null
}

/**
 * Record that an administrator has refunded a payment by hand, or has seen in the gateway's dashboard that a stuck
 * refund was made, and notify its buyer. An audit entry names the administrator. A second call adds its note, if that
 * is another one, and has no other effect.
 * @throws {NotFound} there is no such refund
 * @throws {RefundAsked} the gateway may be paying it, and is still asked
 */
export async function recordRefund(db: Db, by: Administrator, { id, note }: RecordedRefund, now: Date): Promise<void> {
  await changeRefund(db, by, { id, preferred: 'due' }, now, async (tx, refund) => {
    assertNotUnderWay(refund)
    if (refund.state === 'done') return addNote(tx, refund, note)
    const taken = refund.state === 'due' ? await takeDue(tx, refund) : refund
    const { order_id: orderId, amount_idr: amountIdr } = taken
    const way = refund.state === 'asked' ? 'gateway' : 'hand'
    const record = { key: keyOf(taken, way), amountIdr, way, actor: by.id, note, at: now } as const
    await bookGivenBack(tx, bookedOf(taken), record)
    await tx
      .updateTable('refunds')
      .set({ state: 'done', way, done_at: now, done_by: by.id, note, refused: null })
      .where('id', '=', refund.id)
      .execute()
    await tellBuyer(tx, { kind: 'refund-made', orderId, amountIdr }, now)
    return added({ refund: amountIdr, refund_note: note })
  })
}

/** By what the book knows a refund that an administrator has recorded. */
const keyOf = (refund: RefundRow, way: 'gateway' | 'hand') => (way === 'hand' ? refund.id : refund.refund_key)

/** The outcome of a stuck refund is known only from the gateway's dashboard. */
function assertNotUnderWay({ state, refused }: RefundRow): void {
  if (state === 'asked' && refused === null) throw new RefundAsked()
}

/** The note, of several lines, is limited to this. */
const longestNote = 2_000

async function addNote(tx: Tx, refund: RefundRow, note: string | null): Promise<AuditChange[]> {
  if (note === null) return []
  const notes = refund.note?.split('\n\n') ?? []
  const joined = [...notes, note].join('\n\n')
  if (notes.includes(note) || joined.length > longestNote) return []
  await tx.updateTable('refunds').set({ note: joined }).where('id', '=', refund.id).execute()
  return added({ refund_note: note })
}

type Undoable = Pick<RefundRow, 'state' | 'way' | 'gateway_id'>

/** An administrator has recorded it, and the gateway's own record does not show it. */
export const isUndoable = ({ state, way, gateway_id }: Undoable) =>
  state === 'done' && (way === 'hand' || (way === 'gateway' && gateway_id === null))

/**
 * A refund was not made: an administrator takes back its record, and the buyer is notified; or the gateway's dashboard
 * does not show a stuck one. It is due again. An audit entry keeps its note.
 * @throws {NotFound} there is no such refund that was recorded by an administrator, or asked for
 * @throws {RefundAsked} the gateway may be paying it, and is still asked
 */
export async function undoRefund(db: Db, by: Administrator, id: string, now: Date): Promise<void> {
  await changeRefund(db, by, { id, preferred: 'done' }, now, async (tx, refund) => {
    const { order_id: orderId, amount_idr: amountIdr } = refund
    assertNotUnderWay(refund)
    const isStuck = refund.state === 'asked'
    if (!isStuck && !isUndoable(refund)) throw new NotFound()
    const refused = isStuck ? 'Menurut dasbor Midtrans dana ini belum kembali.' : null
    if (!isStuck) {
      const way = refund.way === 'hand' ? 'hand' : 'gateway'
      await bookGivenBack(tx, bookedOf(refund), { key: keyOf(refund, way), amountIdr: 0, way, actor: by.id, at: now })
    }
    await tx
      .updateTable('refunds')
      .set({ state: 'due', way: null, done_at: null, done_by: null, note: null, refused })
      .where('id', '=', refund.id)
      .execute()
    if (isStuck) return [{ field: 'refund_asked', before: amountIdr, after: null }]
    await tellBuyer(tx, { kind: 'refund-not-made', orderId, amountIdr }, now)
    const noteTaken = { field: 'refund_note', before: refund.note, after: null }
    return [{ field: 'refund', before: amountIdr, after: null }, ...(refund.note === null ? [] : [noteTaken])]
  })
}
