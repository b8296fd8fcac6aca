/** Reads refunds for the administrators' lists. */
import type { RefundsQuery } from '@camilan/contract/refunds'
import type { Db } from '../../platform/db/db.ts'

/** One page of the refunds of a state, and the number of all of that state. */
export async function refundsOfState(db: Db, { state, page, limit }: RefundsQuery) {
  const ofState = db.selectFrom('refunds').where('state', '=', state)
  const { total } = await ofState.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const isDone = state === 'done'
  const rows = await ofState
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .innerJoin('payment_attempts as attempt', 'attempt.id', 'refunds.attempt_id')
    .leftJoin('users as doer', 'doer.id', 'refunds.done_by')
    .select([
      'refunds.id as refund_id',
      'refunds.attempt_id',
      'refunds.order_id',
      'refunds.amount_idr',
      'refunds.reason',
      'refunds.cause',
      'refunds.state',
      'refunds.due_at',
      'refunds.way',
      'refunds.done_at',
      'refunds.note',
      'doer.name as done_by',
      'orders.buyer_name',
      'orders.buyer_phone',
      'attempt.va_number',
      'attempt.paid_at',
      'attempt.used_method',
    ])
    .$narrowType<{ paid_at: Date }>()
    .orderBy(isDone ? 'done_at' : 'due_at', isDone ? 'desc' : 'asc')
    .orderBy('refunds.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total }
}

export type ListedRefund = Awaited<ReturnType<typeof refundsOfState>>['rows'][number]
