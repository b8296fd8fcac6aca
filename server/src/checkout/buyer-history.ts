import { type Actor, type OrderStatus, paidStatuses } from '@camilan/contract/orders'
import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'

/** The facts about a buyer's earlier orders that decide about a new one. */
export interface BuyerHistory {
  unpaid: number
  /** The number of pieces of the stock that those hold, those in hampers too, by the product's id. */
  held: Record<string, number>
  /** Whether this buyer has ever paid an order. */
  hasPaid: boolean
  /**
   * The moments at which this buyer cancelled unpaid orders or let them lapse, after `since` and after the buyer's last
   * payment, the newest first. Left out are orders that an administrator ended, and those that nobody could pay because
   * the gateway gave no token.
   */
  unpaidEndedAt: Date[]
}

/** @param since  the beginning of the time for `unpaidEndedAt` */
export async function historyOfBuyer(db: Db, buyerId: string, since: Date): Promise<BuyerHistory> {
  const [row] = await history(db, { buyerId, since })
  if (!row) throw new Error('a select without a table has one row')
  return row
}

/**
 * The statement of `historyOfBuyer`, to which the caller can add columns. It finds the buyer's orders first: the planner
 * would else read every unpaid order of the shop while its statistics, of before a busy hour, say that there are few.
 */
export function buyerHistory(db: Db, { buyerId, since }: { buyerId: string; since: Date }) {
  const withMine = db.with(
    (cte) => cte('mine').materialized(),
    (one) => one.selectFrom('orders').select(['id', 'status']).where('user_id', '=', buyerId),
  )
  return withMine.selectNoFrom((eb) => {
    const unpaid = eb.selectFrom('mine').where('mine.status', '=', 'DIPROSES')
    const held = unpaid
      .innerJoin('order_goods', 'order_goods.order_id', 'mine.id')
      .where('order_goods.batch_id', 'is', null)
      .select(['product_id', sql<number>`sum(quantity)`.as('quantity')])
      .groupBy('product_id')
    const changes = (status: OrderStatus, actors: readonly Actor[]) =>
      eb
        .selectFrom('mine')
        .innerJoin('order_history', 'order_history.order_id', 'mine.id')
        .where('order_history.status', '=', status)
        .where('order_history.actor', 'in', actors)
        .where('order_history.at', '>', since)
    const lastPaid = changes('DIBAYAR', ['gateway']).select(({ fn }) => fn.max('order_history.at').as('at'))
    const unpaidEnded = changes('DIBATALKAN', ['customer', 'system'])
      .where('mine.status', '=', 'DIBATALKAN')
      .where('order_history.at', '>', sql<Date>`coalesce((${lastPaid}), ${since}::timestamptz)`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.order_id', '=', 'mine.id')
            .where('payment_attempts.snap_token', 'is not', null),
        ),
      )
      .select('order_history.at')
      .orderBy('order_history.at', 'desc')
    const paid = eb.selectFrom('mine').select('mine.id').where('mine.status', 'in', paidStatuses)
    return [
      unpaid
        .select(({ fn }) => fn.countAll<number>().as('unpaid'))
        .$asScalar()
        .$notNull()
        .as('unpaid'),
      sql<Record<string, number>>`
        coalesce((select json_object_agg(held.product_id, held.quantity) from (${held}) as held), '{}')`.as('held'),
      sql<boolean>`exists ${paid}`.as('hasPaid'),
      sql<Date[]>`array(${unpaidEnded})`.as('unpaidEndedAt'),
    ]
  })
}

const history = fixedStatement(buyerHistory)
