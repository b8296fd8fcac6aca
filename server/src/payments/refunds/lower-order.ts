import { maxLengths } from '@camilan/contract/lengths'
import type { OrderLowering } from '@camilan/contract/order-changes'
import { added, changeOrder } from '../../orders/change/change-order.ts'
import { takeOut } from '../../orders/change/take-out.ts'
import { NotChangeable, PaymentWithdrawn } from '../../orders/errors.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import type { Db } from '../../platform/db/db.ts'
import { newlyDue, readBalance } from '../book/entries.ts'
import { type Cancellation, decided } from './cancel-paid.ts'
import { promiseRefund } from './refund-rows.ts'
import { tellBuyer } from './tell-buyer.ts'

/** The order's page names every line. A message to its buyer is an event, which has a limit. */
const maxNamed = 5

interface Lowering extends Cancellation {
  orderId: string
  /** What remains of some lines. */
  remaining: OrderLowering['items']
}

/**
 * An administrator takes pieces out of a paid order: what they had cost the buyer is a refund due, at most what did not go
 * back before, and the order goes on. The buyer is notified, and the audit trail names the administrator. A second call has no
 * effect, because it says what remains.
 * @throws {NotChangeable} the order is not DIBAYAR
 * @throws {PaymentWithdrawn} its money was taken back, and no administrator has released it
 * @throws the errors of {@link takeOut}
 */
export async function lowerOrder(
  db: Db,
  by: Administrator,
  { orderId, remaining, cause, returnsStock }: Lowering,
  now: Date,
): Promise<void> {
  await changeOrder(db, by, orderId, now, async (tx, order) => {
    if (order.status !== 'DIBAYAR') throw new NotChangeable(order.status)
    if (order.payment_hold_at) throw new PaymentWithdrawn()
    const before = await readBalance(tx, orderId)
    const lines = await takeOut(tx, { orderId, remaining, returnsStock })
    if (lines.length === 0) return []
    const after = await readBalance(tx, orderId)
    // Also what an allowance covers by now: that may be withdrawn.
    const promisedIdr = after.taken - before.taken
    const amountIdr = newlyDue(before, after)
    const sentences = lines.map(({ sentence }) => sentence)
    const others = sentences.slice(maxNamed)
    const named = others.length > 1 ? [...sentences.slice(0, maxNamed), `${others.length} produk lain`] : sentences
    const taken = named.join(', ')
    if (promisedIdr > 0) {
      const words = [`${taken} tidak dikirim`, ...(cause === null ? [] : [cause])].join('. ')
      const promise = { orderId, amountIdr: promisedIdr, reason: 'PART', by: by.id } as const
      await promiseRefund(tx, { ...promise, cause: words.slice(0, maxLengths.refundCause) }, now)
    }
    await tellBuyer(tx, { kind: 'order-lowered', orderId, taken, amountIdr, cause }, now)
    return [...added({ taken: sentences.join(', ') }), ...decided({ amountIdr, cause, returnsStock })]
  })
}
