/** The rows of `refunds`. Each function that changes one has its order locked. */
import type { AuditChange } from '@camilan/contract/audit'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { changeOrder } from '../../orders/change/change-order.ts'
import { type LockedOrder, lockOrder } from '../../orders/change/transition-order.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { RefundReason, RefundState, Refunds } from '../../platform/db/db-types.ts'
import { NotFound } from '../../platform/errors.ts'
import { RefundNotDue } from '../errors.ts'

export type RefundRow = Selectable<Refunds>

interface NewRefund {
  orderId: string
  amountIdr: number
  reason: RefundReason
  /** The administrator who decided it, or null: its buyer; and the words for the buyer. */
  by: string | null
  cause: string | null
}

/**
 * Promise money of a paid order to its buyer. How much of the promises is due now, the book says (`refunds_due`).
 * @returns the promise's id
 */
export async function promiseRefund(tx: Tx, refund: NewRefund, now: Date): Promise<string> {
  const { orderId, amountIdr, reason, by, cause } = refund
  const { rows } = await sql<{ id: string }>`
    insert into refunds (attempt_id, order_id, amount_idr, reason, refund_key, due_at, due_by, cause)
    select id, ${orderId}, ${amountIdr}, ${reason}, new_refund_key(id), ${now}, ${by}, ${cause}
    from (${refundedFirst(orderId)}) as attempt limit 1
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`no payment of the paid order ${orderId}`)
  return row.id
}

/** The payments of an order: first those that still hold money, of them those that came by the gateway, the newest first. */
const refundedFirst = (orderId: string) => sql`
  select id, coalesce(held, 0) as held
  from payment_attempts left join attempt_balances as balance on attempt_id = id and balance.order_id = ${orderId}
  where payment_attempts.order_id = ${orderId} and status = 'SUKSES'
  order by coalesce(held, 0) > 0 desc, by_hand is null desc, number desc`

interface Due {
  row: RefundRow
  /** What of the promise is due now, in whole rupiah. */
  due_idr: number
}

/** The promises of an order of which something is due now, the oldest first. */
export async function openDue(tx: Tx, orderId: string): Promise<Due[]> {
  const rows = await tx
    .selectFrom('refunds')
    .innerJoin('refunds_due', 'refunds_due.id', 'refunds.id')
    .selectAll('refunds')
    .select('refunds_due.due_idr')
    .where('refunds.order_id', '=', orderId)
    .orderBy('refunds.due_at')
    .orderBy('refunds.id')
    .execute()
  return rows.map(({ due_idr, ...row }) => ({ row, due_idr: due_idr ?? 0 }))
}

/**
 * What of a promise can be given back now: at most what is due of it, and what one payment still holds. A payment that holds
 * it is chosen, and what of the promise is left over becomes a promise of its own.
 * @throws {RefundNotDue} nothing of it is due
 */
export async function takeDue(tx: Tx, row: RefundRow): Promise<RefundRow> {
  const due = (await openDue(tx, row.order_id)).find((one) => one.row.id === row.id)
  if (!due) throw new RefundNotDue()
  const { rows: holding } = await sql<{ id: string; held: number }>`${refundedFirst(row.order_id)}`.execute(tx)
  const own = holding.find(({ id }) => id === row.attempt_id)
  const payment =
    [own, ...holding].find((one) => one && one.held >= due.due_idr) ?? holding.find(({ held }) => held > 0)
  const amount_idr = Math.min(due.due_idr, payment?.held ?? due.due_idr)
  const attempt_id = payment?.id ?? row.attempt_id
  if (amount_idr < row.amount_idr) {
    await sql`
      insert into refunds (attempt_id, order_id, amount_idr, reason, refund_key, due_at, due_by, cause)
      select attempt_id, order_id, amount_idr - ${amount_idr}, reason, new_refund_key(attempt_id), due_at, due_by, cause
      from refunds where id = ${row.id}`.execute(tx)
  }
  const key = attempt_id === row.attempt_id ? sql<string>`refund_key` : sql<string>`new_refund_key(${attempt_id})`
  return tx
    .updateTable('refunds')
    .set({ amount_idr, attempt_id, refund_key: key })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const refundsOfAttempt = (tx: Tx, attemptId: string): Promise<RefundRow[]> =>
  tx.selectFrom('refunds').selectAll().where('attempt_id', '=', attemptId).orderBy('due_at').execute()

/** Whether a promise is a part of a kept order's money that an administrator allowed, and nobody has taken back. */
export const isAllowance = sql<boolean>`exists (
  select from money_entries where kind = 'allowance' and order_id = refunds.order_id and reference = refunds.id::text
    and amount_idr = refunds.amount_idr)`

/** The payment that a refund gives back. `paid`: what arrived, in whole rupiah. */
export const paymentOfRefund = (db: Db, refundId: string) =>
  db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('refunds', 'refunds.attempt_id', 'attempt.id')
    .selectAll('attempt')
    .select(sql<number>`coalesce(received_amount, amount)`.as('paid'))
    .$narrowType<{ paid_at: Date }>()
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()

export type RefundPayment = Awaited<ReturnType<typeof paymentOfRefund>>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A refund by its own id, or by that of its payment. */
const refundsNamed = (db: Db, id: string) =>
  db.selectFrom('refunds').where((eb) => (uuid.test(id) ? eb('refunds.id', '=', id) : eb('attempt_id', '=', id)))

interface NamedRefund {
  /** Its own id, or that of its payment; that one may have several refunds, and then those in the `preferred` state come first. */
  id: string
  preferred: RefundState
  /** Of those, what comes first. */
  first?: RawBuilder<boolean>
}

const orderNamed = async (db: Db, { id }: NamedRefund): Promise<string | undefined> =>
  (await refundsNamed(db, id).select('order_id').limit(1).executeTakeFirst())?.order_id

const readRefund = (tx: Tx, { id, preferred, first }: NamedRefund): Promise<RefundRow | undefined> =>
  refundsNamed(tx, id)
    .selectAll()
    .orderBy(sql`state = ${preferred}`, 'desc')
    .$if(first !== undefined, (rows) => rows.orderBy(first as RawBuilder<boolean>, 'desc'))
    .orderBy('due_at')
    .orderBy('refund_key')
    .limit(1)
    .executeTakeFirst()

/** Lock a refund, by its order, until the transaction ends. */
export async function lockRefund(tx: Tx, named: NamedRefund): Promise<RefundRow | undefined> {
  const orderId = await orderNamed(tx, named)
  if (orderId === undefined) return undefined
  await lockOrder(tx, orderId)
  return readRefund(tx, named)
}

/**
 * An administrator changes a refund: {@link changeOrder}.
 * @throws {NotFound} there is no such refund
 */
export async function changeRefund(
  db: Db,
  by: Administrator,
  named: NamedRefund,
  now: Date,
  act: (tx: Tx, refund: RefundRow, order: LockedOrder) => Promise<readonly AuditChange[]>,
): Promise<void> {
  const orderId = await orderNamed(db, named)
  if (orderId === undefined) throw new NotFound()
  await changeOrder(db, by, orderId, now, async (tx, order) => {
    const refund = await readRefund(tx, named)
    if (!refund) throw new NotFound()
    return act(tx, refund, order)
  })
}

/** The payment of a refund, as the book names it. */
export const bookedOf = ({ attempt_id: id, order_id }: RefundRow) => ({ id, order_id })
