import type { PaymentReport } from '@camilan/midtrans/wire'
import type { LockedOrder } from '../../orders/change/transition-order.ts'
import { orderChanged } from '../../people/notifications/live.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Tx } from '../../platform/db/db.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { type CancelledBy, cancelUnpaidOrder, type EndedStatus, endAttempt } from '../attempts/end-attempt.ts'
import type { AttemptRow } from '../attempts/queries.ts'
import { bookGivenBack, bookReceived, bookRestored, bookTakenBack, promiseRest, readBalance } from '../book/entries.ts'
import { reconcileRefunds } from '../refunds/sending/reconcile-refunds.ts'
import { alertGone, alertUnclear, tellRestored } from './alerts.ts'
import type { Effect } from './decide.ts'
import { type Booking, payOrder, receive, saveDetails } from './record-payment.ts'

export type Closable = Pick<AttemptRow, 'id' | 'snap_token' | 'key_set_id'>

export interface Reported {
  /** Locked, with its attempts. */
  order: LockedOrder
  attempt: AttemptRow
  attempts: readonly AttemptRow[]
  report: PaymentReport
  booking?: Booking
  /** Gets the attempts that can still be paid at the gateway, although the shop does not wait for them. */
  toClose: Closable[]
}

type Write = (tx: Tx, reported: Reported, now: Date) => Promise<unknown>

const publishOrder = (tx: Tx, { order }: Reported) =>
  publish(tx, orderChanged(order.user_id, { order_id: order.id, status: order.status }))

const writes: Record<Effect, Write> = {
  'store-details': async (tx, reported, now) => {
    if (reported.attempt.status === 'SUKSES') return
    if (await saveDetails(tx, reported, now)) await publishOrder(tx, reported)
  },
  'pay-order': async (tx, { order, attempt, attempts, report, booking, toClose }, now) => {
    const other = attempts.find(({ id, status }) => id !== attempt.id && status === 'PENDING')
    const superseded = other && (await endAttempt(tx, { id: other.id, status: 'DIBATALKAN' }))
    await payOrder(tx, { order, attempt, report, booking }, now)
    if (attempt.reversed_at) await bookRestored(tx, attempt, now)
    if (superseded) toClose.push(superseded)
  },
  receive: async (tx, { attempt, report, booking }, now) => {
    await receive(tx, { attempt, report, booking }, now)
    if (attempt.reversed_at) await bookRestored(tx, attempt, now)
  },
  promise: async (tx, { order, attempt, attempts }, now) => {
    const isSecond = attempts.some(({ id, status }) => id !== attempt.id && status === 'SUKSES')
    const reason = order.status === 'DIBATALKAN' ? 'CANCELLED' : isSecond ? 'PAID_TWICE' : 'SURPLUS'
    const amountIdr = await promiseRest(tx, { orderId: order.id, attemptId: attempt.id, reason }, now)
    if (amountIdr === 0) return
    const facts = { orderId: order.id, orderStatus: order.status, amountIdr }
    await notify(tx, [{ kind: 'refund-due', to: 'admins', ...facts }], now)
  },
  'book-received': (tx, { attempt, report }, now) => {
    const transaction_id = report.transactionId ?? attempt.transaction_id
    return bookReceived(tx, { ...attempt, transaction_id }, report.settledAt ?? now)
  },
  'book-given-back': async (tx, reported, now) => {
    const { attempt, report } = reported
    const amountIdr = report.refundedAmount ?? attempt.amount
    await bookGivenBack(tx, attempt, { key: 'midtrans-total', amountIdr, way: 'dashboard', at: now })
    await alertGone(tx, reported, now)
  },
  'give-back': async (tx, reported, now) => {
    const { order, attempt, report } = reported
    // How much a chargeback in part took, the gateway does not say.
    const isOfRefunds = report.state !== 'partly-charged-back'
    const givenIdr = isOfRefunds ? await reconcileRefunds(tx, attempt, report, now) : null
    const isOwed = givenIdr !== null && (givenIdr === 0 || (await readBalance(tx, order.id)).due >= 0)
    if (!isOwed) await alertGone(tx, reported, now)
  },
  'take-back': async (tx, reported, now) => {
    await bookTakenBack(tx, reported.attempt, reported.report.gatewayState, now)
    await alertGone(tx, reported, now)
  },
  restore: async (tx, reported, now) => {
    const isBooked = await bookRestored(tx, reported.attempt, now)
    // A report of refunds may only repeat what took the money away.
    if (!isBooked && reported.report.state !== 'settled') return
    await tellRestored(tx, reported, now)
    await writes.promise(tx, reported, now)
  },
  'end-attempt': async (tx, reported) => {
    const { attempt, report } = reported
    if (!(await endAttempt(tx, { id: attempt.id, status: failedStatus(report) }))) return
    await publishOrder(tx, reported)
  },
  'cancel-order': async (tx, { order, attempt, report }, now) => {
    await endAttempt(tx, { id: attempt.id, status: endedStatus(attempt, report) })
    await cancelUnpaidOrder(tx, await cancelledBy(tx, attempt), order, now)
  },
  'close-at-gateway': async (_, { attempt, toClose }) => toClose.push(attempt),
  // After the commit, because it has a transaction of its own.
  'record-without-order': async () => {},
  'tell-unclear': alertUnclear,
}

/** Write all that an outcome changes, in its transaction. */
export async function writeOutcome(tx: Tx, effects: readonly Effect[], reported: Reported, now: Date): Promise<void> {
  for (const effect of effects) await writes[effect](tx, reported, now)
}

/** The status of an attempt that ended alone. */
function failedStatus({ state }: PaymentReport): EndedStatus {
  if (state === 'expired') return 'KADALUARSA'
  return state === 'cancelled' ? 'DIBATALKAN' : 'GAGAL'
}

/** The status of an attempt that ended together with its order. It depends on the actor who closed the payment, if any. */
function endedStatus({ closing_actor }: AttemptRow, { state }: PaymentReport): EndedStatus {
  if (closing_actor !== null) return closing_actor === 'system' ? 'KADALUARSA' : 'DIBATALKAN'
  return state === 'expired' ? 'KADALUARSA' : 'DIBATALKAN'
}

/** The actor who is closing the payment; `system` if the gateway ended it by itself. */
async function cancelledBy(tx: Tx, { closing_actor, closing_admin }: AttemptRow): Promise<CancelledBy> {
  if (closing_actor === 'customer') return 'customer'
  if (closing_actor !== 'admin' || closing_admin === null) return 'system'
  return tx.selectFrom('users').select(['id', 'name']).where('id', '=', closing_admin).executeTakeFirstOrThrow()
}
