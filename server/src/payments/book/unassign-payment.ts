import { sql } from 'kysely'
import { added, changeOrder } from '../../orders/change/change-order.ts'
import type { LockedOrder } from '../../orders/change/transition-order.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import { orderChanged } from '../../people/notifications/live.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { type AttemptRow, attemptsOfOrder } from '../attempts/queries.ts'
import { NotPossible } from '../errors.ts'
import { type RefundRow, refundsOfAttempt } from '../refunds/refund-rows.ts'
import { tellBuyer } from '../refunds/tell-buyer.ts'
import { assignedTo } from './assign-payment.ts'
import { bookUnassigned, moneyAtGateway, promiseRest, readBalance } from './entries.ts'

interface Unassignment {
  /** The payment's id at the gateway. */
  id: string
  note: string
}

/**
 * An administrator takes back that a payment without order belongs to an order: a signed entry takes its money from the order,
 * and the payment is listed again, so that it can be assigned to the right one. An order that was paid by it is cancelled first,
 * and its money is then moved on instead of given back.
 * @throws {NotFound} there is no such payment that was assigned, as after a first call
 * @throws {NotPossible} a kept order is paid by it, or some of its money has gone or is being given back
 */
export async function unassignPayment(db: Db, by: Administrator, { id, note }: Unassignment, now: Date): Promise<void> {
  const orderId = (await isWithoutOrder(db, id)) ? await assignedTo(db, id) : undefined
  if (orderId === undefined) throw new NotFound()
  await changeOrder(db, by, orderId, now, async (tx, order) => {
    const attempt = (await attemptsOfOrder(tx, orderId)).find((one) => one.id === id)
    if (!attempt || attempt.unassigned_at !== null) throw new NotFound()
    assertNotKept(order, attempt)
    const amountIdr = await wholeOf(tx, attempt)
    const { due } = await readBalance(tx, orderId)
    await bookUnassigned(tx, attempt, { amountIdr, actor: by.id, note, at: now })
    await tx
      .updateTable('payment_attempts')
      .set({
        status: 'GAGAL',
        pays_order: false,
        paid_at: null,
        received_amount: null,
        unassigned_at: now,
        matter_kind: null,
        matter_at: null,
        matter_amount: null,
        matter_state: null,
      })
      .where('id', '=', id)
      .execute()
    await endPromises(tx, attempt, due, now)
    await publish(tx, orderChanged(order.user_id, { order_id: orderId, status: order.status }))
    return [{ field: 'payment_assigned', before: id, after: null }, ...added({ note })]
  })
}

async function isWithoutOrder(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('unmatched_payments').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

function assertNotKept({ id, status }: LockedOrder, { pays_order }: AttemptRow): void {
  if (!pays_order || status === 'DIBATALKAN') return
  throw new NotPossible(
    status === 'DIBAYAR'
      ? `Pesanan #${id} dibayar dengan uang ini. Batalkan pesanannya dulu, lalu lepas uangnya.`
      : `Pesanan #${id} dibayar dengan uang ini dan sudah dikirim.`,
  )
}

/** All that arrived by a payment, in rupiah. */
async function wholeOf(tx: Tx, { id, received_amount, amount }: AttemptRow): Promise<number> {
  const received = received_amount ?? amount
  const refunds = await refundsOfAttempt(tx, id)
  const { held } = await moneyAtGateway(tx, id)
  if (held === received && refunds.every(({ state }) => state === 'due')) return received
  throw new NotPossible('Uang ini sudah dikembalikan, ditarik kembali, atau sedang dikembalikan Midtrans.')
}

/**
 * The promises that name a payment end with it: those that its money had made due, and without another payment all of them. A
 * decision about the order's other money stays, and names another payment.
 */
async function endPromises(tx: Tx, { id, order_id: orderId }: AttemptRow, dueBefore: number, now: Date): Promise<void> {
  const named = (await refundsOfAttempt(tx, id)).filter(({ state }) => state === 'due')
  const other = (await attemptsOfOrder(tx, orderId)).find((one) => one.id !== id && one.status === 'SUKSES')
  const [kept, ended] = other ? [named.filter(isDecision), named.filter((one) => !isDecision(one))] : [[], named]
  const ids = (rows: typeof named) => sql<string>`any(${rows.map((row) => row.id)}::uuid[])`
  await tx
    .updateTable('refunds')
    .set({ attempt_id: other?.id ?? id })
    .where('id', '=', ids(kept))
    .execute()
  await tx.deleteFrom('refunds').where('id', '=', ids(ended)).execute()
  await promiseRest(tx, { orderId, attemptId: other?.id ?? null, reason: 'SURPLUS' }, now)
  const amountIdr = Math.max(dueBefore, 0) - Math.max((await readBalance(tx, orderId)).due, 0)
  if (ended.some(isDecision)) await tellBuyer(tx, { kind: 'refund-withdrawn', orderId, amountIdr }, now)
}

/** Of a person, of which the buyer was told. */
const isDecision = ({ due_by }: RefundRow) => due_by !== null
