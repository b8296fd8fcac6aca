import type { Refund, RefundList } from '@camilan/contract/refunds'
import type { Db } from '../platform/db/db.ts'

/** The payments that wait to be given back, the longest first. */
export async function dueRefunds(db: Db, limit: number): Promise<RefundList> {
  const due = db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .where('refund_due_at', 'is not', null)
    .where('refunded_at', 'is', null)
  const { total } = await due.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await due
    .select([
      'payment_attempts.id',
      'payment_attempts.order_id',
      'payment_attempts.amount',
      'payment_attempts.va_number',
      'payment_attempts.paid_at',
      'orders.status',
      'orders.buyer_name',
      'orders.buyer_phone',
    ])
    .$narrowType<{ paid_at: Date }>()
    .orderBy('refund_due_at')
    .orderBy('payment_attempts.id')
    .limit(limit)
    .execute()
  const data = rows.map(
    ({ buyer_name, buyer_phone, paid_at, status, ...refund }): Refund => ({
      ...refund,
      buyer: { name: buyer_name, phone: buyer_phone },
      paid_at: paid_at.toISOString(),
      reason: status === 'DIBATALKAN' ? 'CANCELLED' : 'PAID_TWICE',
    }),
  )
  return { data, total }
}
