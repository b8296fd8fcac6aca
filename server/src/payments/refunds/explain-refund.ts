/** An administrator explains a refund that nobody had promised, so that the balance of its order agrees with what was meant. */

import { added } from '../../orders/change/change-order.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { bookDecision, bookGivenBack, readBalance } from '../book/entries.ts'
import { NotPossible, RefundAsked, RefundNotDue } from '../errors.ts'
import { bookedOf, changeRefund, openDue, type RefundRow } from './refund-rows.ts'
import { tellBuyer } from './tell-buyer.ts'

interface Explained {
  /** The id of a refund at the gateway's dashboard. */
  id: string
  note: string
}

/**
 * The refund at the dashboard is the one that was recorded by hand: a counter-entry takes the record by hand back, and one
 * refund remains, with the reason of the one by hand.
 * @throws {NotFound} there is no such refund that nobody had promised, as after a first call
 * @throws {NotPossible} no refund of the same amount was recorded by hand
 */
export async function joinWithHand(db: Db, by: Administrator, { id, note }: Explained, now: Date): Promise<void> {
  await changeRefund(db, by, { id, preferred: 'done' }, now, async (tx, outside) => {
    assertOutside(outside)
    const { order_id: orderId, amount_idr: amountIdr } = outside
    const hand = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('way', '=', 'hand')
      .where('amount_idr', '=', amountIdr)
      .orderBy('done_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!hand) throw new NotPossible('Tidak ada transfer dengan jumlah yang sama pada pesanan ini.')
    const record = { key: hand.id, way: 'hand', actor: by.id, note, at: now } as const
    await bookGivenBack(tx, bookedOf(hand), { ...record, amountIdr: 0 })
    await tx.deleteFrom('refunds').where('id', '=', id).execute()
    const { attempt_id, refund_key, gateway_id, bank_confirmed_at, done_at, way, done_by } = outside
    const made = { attempt_id, refund_key, gateway_id, bank_confirmed_at, done_at, way, done_by }
    await tx.updateTable('refunds').set(made).where('id', '=', hand.id).execute()
    return added({ refund_joined: amountIdr, note })
  })
}

/**
 * The refund at the dashboard was meant: it becomes a part of the kept order's money that the shop gives back.
 * @throws {NotFound} there is no such refund that nobody had promised, as after a first call
 * @throws {NotPossible} the shop has not given too much, or the order keeps nothing
 */
export async function allowOutside(db: Db, by: Administrator, { id, note }: Explained, now: Date): Promise<void> {
  await changeRefund(db, by, { id, preferred: 'done' }, now, async (tx, outside) => {
    assertOutside(outside)
    const { order_id: orderId } = outside
    const { due, kept } = await readBalance(tx, orderId)
    const amountIdr = Math.min(outside.amount_idr, -due, kept)
    if (amountIdr <= 0) throw new NotPossible('Toko tidak mengembalikan lebih dari yang seharusnya.')
    await bookDecision(tx, { orderId, kind: 'allowance', amountIdr, reference: id, by: by.id, note }, now)
    await tx.updateTable('refunds').set({ reason: 'PART', cause: note, due_by: by.id }).where('id', '=', id).execute()
    return added({ refund_allowed: amountIdr, note })
  })
}

/** Nobody had promised it. */
function assertOutside({ reason }: RefundRow): void {
  if (reason !== 'OUTSIDE') throw new NotFound()
}

/**
 * The buyer does not want what is due of a promise: the difference is accepted, by an entry. The buyer is notified.
 * @throws {NotFound} there is no such refund
 * @throws {RefundAsked} | {RefundNotDue} it may be under way, or nothing of it is due
 */
export async function acceptDue(db: Db, by: Administrator, { id, note }: Explained, now: Date): Promise<void> {
  await changeRefund(db, by, { id, preferred: 'due' }, now, async (tx, refund) => {
    if (refund.state === 'asked') throw new RefundAsked()
    const due = (await openDue(tx, refund.order_id)).find(({ row }) => row.id === refund.id)
    if (!due) throw new RefundNotDue()
    const { order_id: orderId } = refund
    const amountIdr = due.due_idr
    const decision = {
      orderId,
      kind: 'accepted',
      amountIdr,
      reference: `${refund.id}/accepted`,
      by: by.id,
      note,
    } as const
    await bookDecision(tx, decision, now)
    await tx.deleteFrom('refunds').where('id', '=', refund.id).execute()
    await tellBuyer(tx, { kind: 'refund-withdrawn', orderId, amountIdr }, now)
    return added({ due_accepted: amountIdr, note })
  })
}
