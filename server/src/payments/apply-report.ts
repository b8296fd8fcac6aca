import type { Selectable } from 'kysely'
import { orderChanged } from '../notifications/live.ts'
import { notify } from '../notifications/notify.ts'
import { lockOrder, transitionOrder } from '../orders/transition-order.ts'
import type { Tx } from '../platform/db/db.ts'
import type { PaymentAttempts } from '../platform/db/db-types.ts'
import { transact } from '../platform/db/transact.ts'
import { publish } from '../platform/events/broadcast.ts'
import { endAttempt } from './attempts.ts'
import { decide, type Outcome } from './decide.ts'
import type { PaymentDeps } from './deps.ts'
import type { Gateway } from './gateway.ts'
import type { PaymentReport } from './gateway-wire.ts'

type Attempt = Selectable<PaymentAttempts>

/**
 * Make true in the shop what GET status says of an attempt. Only this makes an order DIBAYAR.
 * The same report may come any number of times, late and out of order: the result is the same.
 * @returns what it meant; `mismatch` when amount, currency or order are not ours: then nothing changed
 */
export async function applyReport(
  deps: PaymentDeps,
  attemptId: string,
  report: PaymentReport,
): Promise<Outcome | 'mismatch'> {
  const { db, gateway, clock, log } = deps
  const now = clock()
  const { outcome, toClose } = await transact(db, (tx) => applyInside(tx, attemptId, report, now))

  if (outcome === 'mismatch') log.error({ attemptId, report }, 'the gateway reports another payment than ours')
  else if (outcome === 'alarm') log.error({ attemptId, word: report.word }, 'counted money went back')
  else if (outcome !== 'ignore') log.info({ attemptId, word: report.word, outcome }, 'payment report')

  // What nobody waits for is closed, so that nobody pays it. Where that fails, money that comes is recorded.
  for (const attempt of toClose) {
    const warn = (error: unknown) => log.warn({ err: error, attemptId: attempt.id }, 'could not close')
    await close(gateway, attempt).catch(warn)
  }
  return outcome
}

/** The VA, or where none was chosen yet the page on which one can be. */
async function close(gateway: Gateway, { id, snap_token }: Closable): Promise<void> {
  if (!(await gateway.cancel(id)) && snap_token !== null) await gateway.cancelSession(snap_token)
}

type Closable = Pick<Attempt, 'id' | 'snap_token'>

interface Applied {
  outcome: Outcome | 'mismatch'
  /** What is still payable at the gateway, and not here any more. */
  toClose: Closable[]
}

async function applyInside(tx: Tx, attemptId: string, report: PaymentReport, now: Date): Promise<Applied> {
  const orderId = tx.selectFrom('payment_attempts').select('order_id').where('id', '=', attemptId).$asScalar()
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`no attempt ${attemptId}`)
  // Read when the order is locked: nobody changes its attempts meanwhile.
  const attempts = await tx.selectFrom('payment_attempts').selectAll().where('order_id', '=', order.id).execute()
  const attempt = attempts.find(({ id }) => id === attemptId)
  if (!attempt) throw new Error(`no attempt ${attemptId}`)

  const outcome = decide(order.status, attempt.status, report.state)
  if (outcome === 'ignore') return { outcome, toClose: [] }
  if (!isOurs(attempt, report)) {
    await tellMismatch(tx, attempt, report, now)
    return { outcome: 'mismatch', toClose: [] }
  }
  if (report.state === 'pending') await note(tx, attempt, report)
  if (outcome === 'note' && report.vaNumber !== null && attempt.va_number !== report.vaNumber) {
    await publish(tx, orderChanged(order.user_id, { order_id: order.id, status: order.status }))
  }

  switch (outcome) {
    case 'pay': {
      // Live attempts that this one's money made needless.
      const superseded = attempts.filter(({ id, status }) => id !== attemptId && status === 'PENDING')
      for (const { id } of superseded) await endAttempt(tx, id, 'DIBATALKAN')
      await recordMoney(tx, attempt, report, { refundDueAt: null, now })
      await transitionOrder(tx, order, 'DIBAYAR', 'gateway', now)
      return { outcome, toClose: superseded }
    }
    case 'refund':
      await recordMoney(tx, attempt, report, { refundDueAt: now, now })
      await notify(
        tx,
        [{ kind: 'refund-due', to: 'admins', orderId: order.id, orderStatus: order.status, amountIdr: attempt.amount }],
        now,
      )
      break
    case 'fail':
      await endAttempt(tx, attemptId, 'GAGAL')
      break
    case 'lapse':
      await endAttempt(tx, attemptId, lapsedStatus(attempt, report))
      await transitionOrder(tx, order, 'DIBATALKAN', attempt.closing_actor ?? 'system', now)
      break
    case 'alarm':
      if (await firstTelling(tx, attemptId, now)) {
        await notify(tx, [{ kind: 'payment-reversed', to: 'admins', orderId: order.id }], now)
      }
      break
  }
  return { outcome, toClose: outcome === 'close' ? [attempt] : [] }
}

/** The webhook's signature covers none of this: what is not ours to the rupiah changes nothing. */
export function isOurs(
  attempt: Pick<Attempt, 'id' | 'amount'>,
  { orderId, amount, currency }: Pick<PaymentReport, 'orderId' | 'amount' | 'currency'>,
): boolean {
  return orderId === attempt.id && amount === attempt.amount && (currency ?? 'IDR') === 'IDR'
}

/** What the report leaves out stays as it was. */
async function note(tx: Tx, attempt: Attempt, report: PaymentReport): Promise<void> {
  await tx.updateTable('payment_attempts').set(factsOf(attempt, report)).where('id', '=', attempt.id).execute()
}

function factsOf(attempt: Attempt, { vaNumber, paymentType, transactionId }: PaymentReport) {
  return {
    va_number: vaNumber ?? attempt.va_number,
    payment_type: paymentType ?? attempt.payment_type,
    transaction_id: transactionId ?? attempt.transaction_id,
  }
}

async function recordMoney(
  tx: Tx,
  attempt: Attempt,
  report: PaymentReport,
  { refundDueAt, now }: { refundDueAt: Date | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({
      status: 'SUKSES',
      paid_at: report.settledAt ?? now,
      refund_due_at: refundDueAt,
      ...factsOf(attempt, report),
      mismatch_told_at: null, // answered by this money; what goes wrong from here on is news again
    })
    .where('id', '=', attempt.id)
    .execute()
}

/** Who closed it knows why; where nobody of ours did, the gateway's word counts. */
function lapsedStatus({ closing_actor }: Attempt, { state }: PaymentReport): 'KADALUARSA' | 'DIBATALKAN' {
  if (closing_actor !== null) return closing_actor === 'system' ? 'KADALUARSA' : 'DIBATALKAN'
  return state === 'expired' ? 'KADALUARSA' : 'DIBATALKAN'
}

async function tellMismatch(tx: Tx, attempt: Attempt, report: PaymentReport, now: Date): Promise<void> {
  if (!(await firstTelling(tx, attempt.id, now))) return
  const { order_id: orderId, amount: expectedIdr } = attempt
  await notify(tx, [{ kind: 'amount-differs', to: 'admins', orderId, expectedIdr, reportedIdr: report.amount }], now)
}

/** The reconciliation asks every minute; the administrators are told once. */
async function firstTelling(tx: Tx, attemptId: string, now: Date): Promise<boolean> {
  const told = await tx
    .updateTable('payment_attempts')
    .set({ mismatch_told_at: now })
    .where('id', '=', attemptId)
    .where('mismatch_told_at', 'is', null)
    .executeTakeFirst()
  return told.numUpdatedRows > 0n
}
