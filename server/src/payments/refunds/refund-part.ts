import { formatRupiah } from '@camilan/contract/formats'
import type { OrderStatus } from '@camilan/contract/orders'
import { lockOrder } from '../../orders/change/transition-order.ts'
import { type Administrator, recordChange } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm, NotFound } from '../../platform/errors.ts'
import { type IdempotencyKey, idempotently, storeKey } from '../../platform/http/idempotency.ts'
import { bookDecision, readBalance } from '../book/entries.ts'
import { NothingToRefund, NotWithdrawable } from '../errors.ts'
import { isAllowance, lockRefund, promiseRefund, type RefundRow } from './refund-rows.ts'
import { tellBuyer } from './tell-buyer.ts'

interface Part {
  orderId: string
  amountIdr: number
  /** The words for the buyer. */
  cause: string
  idempotency: IdempotencyKey | null
}

/**
 * An administrator decides that a part of what was paid goes back: the refund is due, and the order goes on. The buyer
 * is notified, and the audit trail names the administrator.
 * @throws {NothingToRefund} the order is not paid, or cancelled
 * @throws {InvalidForm} more than the rest, or all of an order that is not shipped: it can be cancelled
 */
export async function refundPart(db: Db, by: Administrator, part: Part, now: Date): Promise<void> {
  const { orderId, amountIdr, cause, idempotency } = part
  const first = () =>
    transact(db, async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (!order) throw new NotFound()
      if (order.status === 'DIPROSES' || order.status === 'DIBATALKAN') throw new NothingToRefund()
      const { received, held, kept, due } = await readBalance(tx, orderId)
      const rest = Math.min(kept, held - Math.max(due, 0))
      if (amountIdr > rest) throw new InvalidForm({ amount: `Paling banyak ${formatRupiah(Math.max(rest, 0))}.` })
      if (order.status === 'DIBAYAR' && amountIdr === received) {
        throw new InvalidForm({ amount: 'Untuk mengembalikan semuanya, batalkan pesanan ini.' })
      }
      const reference = await promiseRefund(tx, { orderId, amountIdr, reason: 'PART', by: by.id, cause }, now)
      await bookDecision(tx, { orderId, kind: 'allowance', amountIdr, reference, by: by.id, note: cause }, now)
      const changes = [
        { field: 'refund_due', before: null, after: amountIdr },
        { field: 'refund_cause', before: null, after: cause },
      ]
      await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
      await tellBuyer(tx, { kind: 'refund-promised', orderId, amountIdr, cause }, now)
      await storeKey(tx, by.id, idempotency, { orderId }, now)
      return { orderId }
    })
  await idempotently(db, by.id, idempotency, { first, again: async (done: { orderId: string }) => done }, now)
}

type Withdrawable = Pick<RefundRow, 'state' | 'reason'> & { order_status: OrderStatus; is_allowance: boolean }

export const isWithdrawable = ({ state, reason, order_status, is_allowance }: Withdrawable) =>
  state === 'due' && reason === 'PART' && order_status !== 'DIBATALKAN' && is_allowance

/**
 * An administrator withdraws a part refund that was a mistake and is still due. The buyer is notified, and an audit
 * entry keeps its amount.
 * @param id  the refund's id, or that of its payment
 * @throws {NotFound} there is no such refund, as after a first call
 * @throws {NotWithdrawable} the gateway may be paying it, it was made, or it is no part refund; or its order was
 *   cancelled since, so that all of the money goes back; or it is the price of what was taken out of the order
 */
export async function withdrawPart(db: Db, by: Administrator, id: string, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const refund = await lockRefund(tx, id, 'due', isAllowance)
    if (!refund) throw new NotFound()
    const { order_id: orderId, amount_idr: amountIdr } = refund
    const order = await lockOrder(tx, orderId)
    const { is_allowance } = await tx
      .selectFrom('refunds')
      .select(isAllowance.as('is_allowance'))
      .where('id', '=', refund.id)
      .executeTakeFirstOrThrow()
    if (!order || !isWithdrawable({ ...refund, order_status: order.status, is_allowance })) throw new NotWithdrawable()
    const reference = `${refund.id}/withdrawn`
    const note = refund.cause ?? 'Dibatalkan'
    await bookDecision(tx, { orderId, kind: 'allowance', amountIdr: -amountIdr, reference, by: by.id, note }, now)
    await tx.deleteFrom('refunds').where('id', '=', refund.id).execute()
    const changes = [{ field: 'refund_due', before: amountIdr, after: null }]
    await recordChange(tx, by, { type: 'order', id: orderId }, { action: 'changed', changes }, now)
    await tellBuyer(tx, { kind: 'refund-withdrawn', orderId, amountIdr }, now)
  })
}
