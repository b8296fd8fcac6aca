/** Reads refunds for the administrators' lists. */
import type { RefundsQuery } from '@camilan/contract/refunds'
import { sql } from 'kysely'
import { isShownRefund, shownRefundIdr } from '../../orders/queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { isAllowance } from './refund-rows.ts'

const shownRefunds = (db: Db) => db.selectFrom('refunds').leftJoin('refunds_due', 'refunds_due.id', 'refunds.id')

const listedRefunds = (db: Db) =>
  shownRefunds(db)
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .innerJoin('payment_attempts as attempt', 'attempt.id', 'refunds.attempt_id')
    .leftJoin('refund_accounts as account', 'account.order_id', 'refunds.order_id')
    .leftJoin('users as doer', 'doer.id', 'refunds.done_by')
    .selectAll('refunds')
    .select(['orders.status as order_status', 'orders.buyer_name', 'orders.buyer_phone'])
    .select(['attempt.va_number', 'attempt.paid_at', 'attempt.used_method', 'attempt.transaction_id'])
    .select(['attempt.acquirer', 'attempt.issuer', 'account.sealed_account', 'doer.name as doer'])
    .select(isAllowance.as('is_allowance'))
    .select(shownRefundIdr.as('shown_idr'))
    .select(sql<number>`coalesce(attempt.received_amount, attempt.amount)`.as('paid'))
    .$narrowType<{ paid_at: Date }>()

export type ListedRefund = Awaited<ReturnType<typeof listedRefund>>

export const listedRefund = (db: Db, id: string) =>
  listedRefunds(db).where('refunds.id', '=', id).executeTakeFirstOrThrow()

/** One page of the refunds of a state, and the number of all of that state. */
export async function refundsOfState(db: Db, { state, page, limit }: RefundsQuery) {
  const counted = shownRefunds(db).where('state', '=', state).where(isShownRefund)
  const { total } = await counted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const isDone = state === 'done'
  const rows = await listedRefunds(db)
    .where('refunds.state', '=', state)
    .where(isShownRefund)
    .orderBy(isDone ? 'refunds.done_at' : 'refunds.due_at', isDone ? 'desc' : 'asc')
    .orderBy('refunds.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total }
}
