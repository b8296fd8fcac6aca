import { formatRupiah } from '@camilan/contract/formats'
import { type Administrator, recordChange } from '../../audit/record-change.ts'
import { lockOrder } from '../../orders/transition-order.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm, NotFound } from '../../platform/errors.ts'
import { type IdempotencyKey, idempotently, storeKey } from '../../platform/http/idempotency.ts'
import { NothingToRefund } from '../errors.ts'
import { lockPaidAttempt, refundInsert } from './refund-rows.ts'
import { tellBuyer } from './tell-buyer.ts'

interface Part {
  orderId: string
  amountIdr: number
  /** The words for the buyer. */
  cause: string
  idempotency: IdempotencyKey | null
}

/**
 * An administrator decides that a part of what was paid goes back: the refund is due, and the order goes on. The buyer is
 * notified, and the audit trail names the administrator.
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
      const { id: attemptId, paid, rest } = await lockPaidAttempt(tx, orderId)
      if (amountIdr > rest) throw new InvalidForm({ amount: `Paling banyak ${formatRupiah(rest)}.` })
      if (order.status === 'DIBAYAR' && amountIdr === paid) {
        throw new InvalidForm({ amount: 'Untuk mengembalikan semuanya, batalkan pesanan ini.' })
      }
      await refundInsert({ attemptId, orderId, amountIdr, reason: 'PART', decided: { by: by.id, cause } }, now).execute(
        tx,
      )
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
