import type { PaymentReport } from '@camilan/midtrans/wire'
import { lockOrder } from '../../orders/change/transition-order.ts'
import type { Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { type AttemptRow, attemptsOfOrder } from '../attempts/queries.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Gateway } from '../keys/gateway.ts'
import { alertMismatch } from './alerts.ts'
import type { WhenAsked } from './ask-about.ts'
import { decide, effectsOf, type Outcome } from './decide.ts'
import { isOfAttempt, isRupiah, matchesAttempt, situationOf } from './record-payment.ts'
import { recordUnmatched } from './record-unmatched.ts'
import { type Closable, writeOutcome } from './write-outcome.ts'

interface ReportedAttempt extends WhenAsked {
  attemptId: string
  report: PaymentReport
}

/**
 * Update an attempt and its order to the state that GET status reports. Nothing else makes an order DIBAYAR. Reports
 * may be applied repeatedly, late and out of order: the result is the same.
 * @returns the meaning of the report; `mismatch` if its amount, currency or order differs from the attempt's and the
 *   outcome depends on it: then only the administrators are notified; `stale` if the gateway has to be asked again
 */
export async function applyReport(
  deps: PaymentDeps,
  { attemptId, report, wasCounted, wasTakenBack }: ReportedAttempt,
): Promise<Outcome | 'mismatch' | 'stale'> {
  const { db, clock, clockWatch, log } = deps
  const now = clock()
  // Only the meaning of these two states depends on the time.
  const clockIsRight = !['expired', 'unknown'].includes(report.state) || (await clockWatch.isRight())
  const { outcome, toClose } = await transact(db, (tx) =>
    applyInTransaction(tx, { attemptId, report, wasCounted, wasTakenBack, clockIsRight }, now),
  )

  if (outcome === 'mismatch') log.error({ attemptId, report }, 'the gateway reports a payment that differs from ours')
  else if (outcome === 'take-back')
    log.error({ attemptId, gatewayState: report.gatewayState }, 'a payment that the shop had counted was taken back')
  else if (outcome === 'unclear')
    log.error({ attemptId, gatewayState: report.gatewayState }, 'unknown state of the payment of an overdue order')
  else if (outcome !== 'ignore') log.info({ attemptId, gatewayState: report.gatewayState, outcome }, 'payment report')

  if (outcome === 'surplus') await recordUnmatched(deps, { id: report.transactionId ?? attemptId, report })
  await closeUnwanted(deps, toClose)
  return outcome
}

/** Payments for which no order waits are closed, so that nobody pays them. If closing fails, late money is recorded. */
export async function closeUnwanted({ gateways, log }: PaymentDeps, attempts: readonly Closable[]): Promise<void> {
  for (const attempt of attempts) {
    const warn = (error: unknown) =>
      log.warn({ err: error, attemptId: attempt.id }, 'could not close a payment at the gateway')
    const close = async () => closePayment(await gateways.of(attempt.key_set_id), attempt)
    await close().catch(warn)
  }
}

/** Cancel the VA. Without a chosen method, close the payment page. */
export async function closePayment(
  gateway: Gateway,
  { id, snap_token }: Pick<Closable, 'id' | 'snap_token'>,
): Promise<void> {
  if (!(await gateway.cancel(id)) && snap_token !== null) await gateway.cancelSession(snap_token)
}

interface Applied {
  outcome: Outcome | 'mismatch' | 'stale'
  /** Attempts that can still be paid at the gateway, although the shop does not wait for them. */
  toClose: Closable[]
}

/**
 * `applyReport` within a transaction. The caller closes the payments of `toClose` at the gateway.
 * While the clock is wrong, no order counts as overdue.
 */
export async function applyInTransaction(
  tx: Tx,
  { attemptId, report, wasCounted, wasTakenBack, clockIsRight = true }: ReportedAttempt & { clockIsRight?: boolean },
  now: Date,
): Promise<Applied> {
  const ofAttempt = tx.selectFrom('payment_attempts').select('order_id').where('id', '=', attemptId).$asScalar()
  const order = await lockOrder(tx, ofAttempt)
  if (!order) throw new Error(`no attempt ${attemptId}`)
  // Read while the order is locked, so that no attempt of it is added or paid before the commit.
  const attempts = await attemptsOfOrder(tx, order.id)
  const attempt = attempts.find(({ id }) => id === attemptId)
  if (!attempt) throw new Error(`no attempt ${attemptId}`)

  const isOverdue = clockIsRight && order.expires_at <= now
  const outcome = decide(situationOf({ order, attempt, report, wasTakenBack, isOverdue }), report.state)
  if (outcome === 'ignore') return { outcome, toClose: [] }
  if (isLoss(outcome) && attempt.status === 'SUKSES' && !wasCounted) return { outcome: 'stale', toClose: [] }
  if (!isAcceptable(outcome, attempt, report)) {
    await alertMismatch(tx, { attempt, report }, now)
    return { outcome: 'mismatch', toClose: [] }
  }
  const toClose: Closable[] = []
  await writeOutcome(tx, effectsOf[outcome], { order, attempt, attempts, report, toClose }, now)
  return { outcome, toClose }
}

const isLoss = (outcome: string) => outcome === 'take-back' || outcome === 'give-back'

/**
 * Whether the report agrees with the attempt in the fields on which its outcome depends. An ended payment needs only
 * our id: nobody can pay it any more, whatever its amount. For a due refund the received amount is recorded.
 */
function isAcceptable(outcome: Outcome, attempt: AttemptRow, report: PaymentReport): boolean {
  switch (outcome) {
    case 'unclear':
      return true
    case 'fail':
    case 'cancel':
    case 'close':
    case 'give-back':
    case 'take-back':
    case 'surplus':
    case 'restore':
    case 'restore-in-part':
      return isOfAttempt(attempt, report)
    case 'refund':
    case 'refund-in-part':
      return isOfAttempt(attempt, report) && isRupiah(report) && report.amount !== null && report.amount > 0
    default:
      return matchesAttempt(attempt, report)
  }
}
