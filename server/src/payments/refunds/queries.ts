/** Reads refunds for the administrators' lists. */
import type { RefundsQuery } from '@camilan/contract/refunds'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { isAllowance, shownAmount } from './refund-rows.ts'

const listedRefunds = (db: Db) =>
  db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .innerJoin('payment_attempts as attempt', 'attempt.id', 'refunds.attempt_id')
    .leftJoin('refunds_due', 'refunds_due.id', 'refunds.id')
    .leftJoin('refund_accounts as account', 'account.order_id', 'refunds.order_id')
    .leftJoin('users as doer', 'doer.id', 'refunds.done_by')
    .select([
      'refunds.id as refund_id',
      'refunds.attempt_id',
      'refunds.order_id',
      'refunds.reason',
      'refunds.cause',
      'refunds.state',
      'refunds.due_at',
      'refunds.asked_at',
      'refunds.refused',
      'refunds.way',
      'refunds.done_at',
      'refunds.note',
      'refunds.gateway_id',
      'refunds.bank_confirmed_at',
      'doer.name as done_by',
      'account.sealed_account',
      'orders.status as order_status',
      'orders.buyer_name',
      'orders.buyer_phone',
      'attempt.va_number',
      'attempt.paid_at',
      'attempt.used_method',
      'attempt.acquirer',
      'attempt.issuer',
      'attempt.transaction_id',
    ])
    .select(isAllowance.as('is_allowance'))
    .select(shownAmount.as('amount_idr'))
    .select(sql<number>`coalesce(attempt.received_amount, attempt.amount)`.as('paid'))
    .$narrowType<{ paid_at: Date }>()

export type ListedRefund = Awaited<ReturnType<typeof listedRefund>>

export const listedRefund = (db: Db, id: string) =>
  listedRefunds(db).where('refunds.id', '=', id).executeTakeFirstOrThrow()

/** Promises of which nothing is due now are in no list. */
const isListed = sql<boolean>`(state <> 'due' or exists (select from refunds_due where refunds_due.id = refunds.id))`

/** One page of the refunds of a state, and the number of all of that state. */
export async function refundsOfState(db: Db, { state, page, limit }: RefundsQuery) {
  const counted = db.selectFrom('refunds').where('state', '=', state).where(isListed)
  const { total } = await counted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const isDone = state === 'done'
  const rows = await listedRefunds(db)
    .where('refunds.state', '=', state)
    .where(isListed)
    .orderBy(isDone ? 'refunds.done_at' : 'refunds.due_at', isDone ? 'desc' : 'asc')
    .orderBy('refunds.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total }
}
