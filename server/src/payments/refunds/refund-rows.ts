/** The rows of `refunds`. Each function that changes one has its order locked. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { lockOrder } from '../../orders/transition-order.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { RefundReason, RefundState, Refunds } from '../../platform/db/db-types.ts'

export type RefundRow = Selectable<Refunds>

export interface NewRefund {
  attemptId: string
  orderId: string
  amountIdr: number
  reason: RefundReason
  /** The administrator who decided it, and the words for the buyer. */
  decided?: { by: string; cause: string | null }
}

/** The statement that writes a refund that is due. The database refuses more than was paid. */
export function refundInsert(
  { attemptId, orderId, amountIdr, reason, decided }: NewRefund,
  now: Date,
): RawBuilder<unknown> {
  return sql`
    insert into refunds (attempt_id, order_id, amount_idr, reason, refund_key, due_at, due_by, cause)
    values (${attemptId}, ${orderId}, ${amountIdr}, ${reason}, ${nextKey(attemptId)}, ${now}, ${decided?.by ?? null},
      ${decided?.cause ?? null})`
}

/** New also after a restore, when the gateway knows refunds that the shop has lost: it pays a key once. */
const nextKey = (attemptId: string) =>
  sql`${attemptId}::text || '-r' || (select count(*) + 1 from refunds where attempt_id = ${attemptId}) || '-'
    || left(gen_random_uuid()::text, 8)`

/**
 * The attempt that paid an order, whose row is locked: what arrived, and what of it is in no refund. Nothing is left of
 * money that the gateway took back.
 */
export async function lockPaidAttempt(tx: Tx, orderId: string): Promise<{ id: string; paid: number; rest: number }> {
  const { rows } = await sql<{ id: string; paid: number; rest: number }>`
    select id, paid, case when reversed_at is null then paid - refunded else 0 end as rest
    from payment_attempts as attempt
    cross join lateral (select coalesce(received_amount, amount) as paid) as arrived
    cross join lateral (
      select coalesce(sum(amount_idr), 0)::bigint as refunded, coalesce(bool_or(reason = 'PAID_TWICE'), false) as is_second
      from refunds where attempt_id = attempt.id) as sums
    where order_id = ${orderId} and status = 'SUKSES' and not is_second
    for no key update of attempt`.execute(tx)
  const [attempt] = rows
  if (!attempt) throw new Error(`no payment of the paid order ${orderId}`)
  return attempt
}

export const refundsOfAttempt = (tx: Tx, attemptId: string): Promise<RefundRow[]> =>
  tx.selectFrom('refunds').selectAll().where('attempt_id', '=', attemptId).orderBy('due_at').execute()

/**
 * What the pieces that were taken out of an order had cost its buyer: a discount lowers every price by the same share. The
 * fraction of a rupiah is the buyer's.
 */
const takenPrice = (orderId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(taken - div(taken * least(discount, goods), goods), 0)::bigint
  from (
    select sum(taken_quantity * unit_price::numeric) as taken, sum(quantity * unit_price::numeric) as goods
    from order_items where order_id = ${orderId}) as lines
  cross join (
    select coalesce(-sum(amount_idr), 0) as discount from order_charges
    where order_id = ${orderId} and kind = 'discount') as charges)`

export async function readTakenPrice(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql<{ price: number }>`select ${takenPrice(sql`${orderId}`)} as price`.execute(tx)
  return rows[0]?.price ?? 0
}

/** Whether the other refunds of a payment still cover what the pieces that were taken out of its order had cost. */
export const isSpare = sql<boolean>`(
  select coalesce(sum(other.amount_idr), 0) from refunds as other
  where other.attempt_id = refunds.attempt_id and other.id <> refunds.id
) >= ${takenPrice(sql.ref('refunds.order_id'))}`

/** The payment that a refund gives back. `paid`: what arrived, in whole rupiah. */
export const paymentOfRefund = (db: Db, refundId: string) =>
  db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('refunds', 'refunds.attempt_id', 'attempt.id')
    .select([
      'attempt.id',
      'attempt.order_id',
      'attempt.amount',
      'attempt.received_amount',
      'attempt.key_set_id',
      'attempt.transaction_id',
      'attempt.used_method',
      'attempt.acquirer',
      'attempt.issuer',
      'attempt.paid_at',
    ])
    .select(sql<number>`coalesce(received_amount, amount)`.as('paid'))
    .$narrowType<{ paid_at: Date }>()
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()

export type RefundPayment = Awaited<ReturnType<typeof paymentOfRefund>>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A refund by its own id, or by that of its payment. */
const refundsNamed = (db: Db, id: string) =>
  db.selectFrom('refunds').where((eb) => (uuid.test(id) ? eb('refunds.id', '=', id) : eb('attempt_id', '=', id)))

/**
 * Lock a refund, after its order, until the transaction ends.
 * @param id  its own id, or that of its payment; that one may have several refunds, and then the `preferred` state
 *   decides
 */
export async function lockRefund(tx: Tx, id: string, preferred: RefundState): Promise<RefundRow | undefined> {
  const order = await refundsNamed(tx, id).select('order_id').limit(1).executeTakeFirst()
  if (!order) return undefined
  await lockOrder(tx, order.order_id)
  return refundsNamed(tx, id)
    .selectAll()
    .orderBy(sql`state = ${preferred}`, 'desc')
    .orderBy('due_at')
    .orderBy('refund_key')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
