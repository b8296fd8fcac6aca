import { formatRupiah } from '@camilan/contract/formats'
import type { OrderStatus } from '@camilan/contract/orders'
import { added, changeOrder } from '../../orders/change/change-order.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { type IdempotencyKey, idempotently, storeKey } from '../../platform/http/idempotency.ts'
import { bookDecision, readBalance } from '../book/entries.ts'
import { NotPossible } from '../errors.ts'
import { changeRefund, isAllowance, promiseRefund, type RefundRow } from './refund-rows.ts'
import { tellBuyer } from './tell-buyer.ts'

interface NewAllowance {
  orderId: string
  amountIdr: number
  /** The words for the buyer. */
  cause: string
  idempotency: IdempotencyKey | null
}

const onlyKept = 'Hanya dana pesanan yang sudah dibayar dan tidak dibatalkan yang bisa dikembalikan sebagian.'

/**
 * An administrator decides that a part of what was paid goes back: the refund is due, and the order goes on. The buyer
 * is notified, and the audit trail names the administrator.
 * @throws {NotPossible} the order is not paid, or cancelled
 * @throws {InvalidForm} more than the rest, or all of an order that is not shipped: it can be cancelled
 */
export async function promiseAllowance(db: Db, by: Administrator, allowance: NewAllowance, now: Date): Promise<void> {
  const { orderId, amountIdr, cause, idempotency } = allowance
  const first = async () => {
    await changeOrder(db, by, orderId, now, async (tx, order) => {
      if (order.status === 'DIPROSES' || order.status === 'DIBATALKAN') throw new NotPossible(onlyKept)
      const { received, held, kept, due } = await readBalance(tx, orderId)
      const rest = Math.min(kept, held - Math.max(due, 0))
      if (amountIdr > rest) throw new InvalidForm({ amount: `Paling banyak ${formatRupiah(Math.max(rest, 0))}.` })
      if (order.status === 'DIBAYAR' && amountIdr === received) {
        throw new InvalidForm({ amount: 'Untuk mengembalikan semuanya, batalkan pesanan ini.' })
      }
      const reference = await promiseRefund(tx, { orderId, amountIdr, reason: 'PART', by: by.id, cause }, now)
      await bookDecision(tx, { orderId, kind: 'allowance', amountIdr, reference, by: by.id, note: cause }, now)
      await tellBuyer(tx, { kind: 'refund-promised', orderId, amountIdr, cause }, now)
      await storeKey(tx, by.id, idempotency, { orderId }, now)
      return added({ refund_due: amountIdr, refund_cause: cause })
    })
    return { orderId }
  }
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
 * @throws {NotPossible} the gateway may be paying it, it was made, or it is no part refund; or its order was
 *   cancelled since, so that all of the money goes back; or it is the price of what was taken out of the order
 */
export async function withdrawAllowance(db: Db, by: Administrator, id: string, now: Date): Promise<void> {
  await changeRefund(db, by, { id, preferred: 'due', first: isAllowance }, now, async (tx, refund, order) => {
    const { order_id: orderId, amount_idr: amountIdr } = refund
    const { is_allowance } = await tx
      .selectFrom('refunds')
      .select(isAllowance.as('is_allowance'))
      .where('id', '=', refund.id)
      .executeTakeFirstOrThrow()
    if (!isWithdrawable({ ...refund, order_status: order.status, is_allowance }))
      throw new NotPossible('Pengembalian ini tidak bisa dibatalkan lagi.')
    const reference = `${refund.id}/withdrawn`
    const note = refund.cause ?? 'Dibatalkan'
    await bookDecision(tx, { orderId, kind: 'allowance', amountIdr: -amountIdr, reference, by: by.id, note }, now)
    await tx.deleteFrom('refunds').where('id', '=', refund.id).execute()
    await tellBuyer(tx, { kind: 'refund-withdrawn', orderId, amountIdr }, now)
    return [{ field: 'refund_due', before: amountIdr, after: null }]
  })
}
