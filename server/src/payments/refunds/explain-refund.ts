/** An administrator explains a refund that nobody had promised, so that the balance of its order agrees with what was meant. */
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { bookDecision, bookGivenBack, readBalance } from '../book/entries.ts'
import { NotExplainable, RefundAsked, RefundNotDue } from '../errors.ts'
import { lockRefund, openDue, type RefundRow } from './refund-rows.ts'
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
 * @throws {NotExplainable} no refund of the same amount was recorded by hand
 */
export async function joinWithHand(db: Db, by: Administrator, { id, note }: Explained, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const outside = await lockOutside(tx, id)
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
    if (!hand) throw new NotExplainable('Tidak ada transfer dengan jumlah yang sama pada pesanan ini.')
    const record = {
      attemptId: hand.attempt_id,
      orderId,
      key: hand.id,
      way: 'hand',
      actor: by.id,
      note,
      at: now,
    } as const
    await bookGivenBack(tx, { ...record, amountIdr: 0 })
    await tx.deleteFrom('refunds').where('id', '=', id).execute()
    const { attempt_id, refund_key, gateway_id, bank_confirmed_at, done_at } = outside
    const made = {
      attempt_id,
      refund_key,
      gateway_id,
      bank_confirmed_at,
      done_at,
      way: 'outside',
      done_by: null,
    } as const
    await tx.updateTable('refunds').set(made).where('id', '=', hand.id).execute()
    await recordExplained(tx, by, { orderId, field: 'refund_joined', amountIdr, note }, now)
  })
}

/**
 * The refund at the dashboard was meant: it becomes a part of the kept order's money that the shop gives back.
 * @throws {NotFound} there is no such refund that nobody had promised, as after a first call
 * @throws {NotExplainable} the shop has not given too much, or the order keeps nothing
 */
export async function allowOutside(db: Db, by: Administrator, { id, note }: Explained, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const outside = await lockOutside(tx, id)
    const { order_id: orderId } = outside
    const { due, kept } = await readBalance(tx, orderId)
    const amountIdr = Math.min(outside.amount_idr, -due, kept)
    if (amountIdr <= 0) throw new NotExplainable('Toko tidak mengembalikan lebih dari yang seharusnya.')
    await bookDecision(tx, { orderId, kind: 'allowance', amountIdr, reference: id, by: by.id, note }, now)
    await tx.updateTable('refunds').set({ reason: 'PART', cause: note, due_by: by.id }).where('id', '=', id).execute()
    await recordExplained(tx, by, { orderId, field: 'refund_allowed', amountIdr, note }, now)
  })
}

/** Lock a refund that nobody had promised, after its order. */
async function lockOutside(tx: Tx, id: string): Promise<RefundRow> {
  const refund = await lockRefund(tx, id, 'done')
  if (refund?.reason !== 'OUTSIDE') throw new NotFound()
  return refund
}

interface Recorded {
  orderId: string
  field: string
  amountIdr: number
  note: string
}

async function recordExplained(tx: Tx, by: Administrator, { orderId, field, amountIdr, note }: Recorded, now: Date) {
  const changes = [
    { field, before: null, after: amountIdr },
    { field: 'note', before: null, after: note },
  ]
  await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
}

/**
 * The buyer does not want what is due of a promise: the difference is accepted, by an entry. The buyer is notified.
 * @throws {NotFound} there is no such refund
 * @throws {RefundAsked} | {RefundNotDue} it may be under way, or nothing of it is due
 */
export async function acceptDue(db: Db, by: Administrator, { id, note }: Explained, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const refund = await lockRefund(tx, id, 'due')
    if (!refund) throw new NotFound()
    if (refund.state === 'asked') throw new RefundAsked()
    const due = (await openDue(tx, refund.order_id)).find(({ row }) => row.id === refund.id)
    if (!due) throw new RefundNotDue()
    const { order_id: orderId } = refund
    const amountIdr = due.due_idr
    await bookDecision(
      tx,
      { orderId, kind: 'accepted', amountIdr, reference: `${refund.id}/accepted`, by: by.id, note },
      now,
    )
    await tx.deleteFrom('refunds').where('id', '=', refund.id).execute()
    await recordExplained(tx, by, { orderId, field: 'due_accepted', amountIdr, note }, now)
    await tellBuyer(tx, { kind: 'refund-withdrawn', orderId, amountIdr }, now)
  })
}
