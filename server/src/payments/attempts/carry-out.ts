/** The one loop between an unpaid order and its gateway. */
import { isPaymentMethod } from '@camilan/contract/payment-methods'
import type { PaymentReport, PaymentState } from '@camilan/midtrans/wire'
import { lockOrder } from '../../orders/change/transition-order.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { applyReport, closePayment } from '../apply/apply-report.ts'
import { refreshOrder, whenUnpaid } from '../apply/ask-about.ts'
import type { PaymentDeps } from '../deps.ts'
import { PaymentUndecided } from '../errors.ts'
import type { Gateway } from '../keys/gateway.ts'
import { changeInTurn } from '../methods/change-in-turn.ts'
import { askForLiveToken } from './ask-for-token.ts'
import { decideIntent, type Intent, isByAdmin, isCancelledAnyway, type Known, type Marks } from './decide-intent.ts'
import { type OrderWithLiveAttempt, orderWithLiveAttempt } from './queries.ts'
import { writeEffects } from './write-effects.ts'

/** The order may change while the gateway is asked; in practice only a few times. */
const maxRounds = 12
/** Money has come, whatever became of it. */
const withMoney: readonly PaymentState[] = [
  'settled',
  'refunded',
  'partly-refunded',
  'charged-back',
  'partly-charged-back',
]

/**
 * Do what is wanted of an unpaid order, at its gateway and then in one transaction, by `decideIntent`. The gateway is asked
 * without a lock; if the order has changed meanwhile, another round begins. Simultaneous calls do it once, and a later one
 * finds it done. If the payment has arrived, the order becomes DIBAYAR instead. If the gateway reports something unexpected
 * (money of another amount, another id, a refund, an unknown state), the administrators are notified, and only an
 * administrator can end the order: money that arrived, or arrives later, is then a refund due.
 * @returns the order as it was read before the last writes; if it was read as it should be, nothing is written
 * @throws the refusals of `decideIntent`
 * @throws {GatewayUnavailable} | {PaymentUndecided} | {PaymentKeysUnknown} the payment may be open, so nothing changed
 */
export async function carryOut(
  deps: PaymentDeps,
  orderId: string,
  intent: Intent,
  { usedIds = 0 } = {},
): Promise<OrderWithLiveAttempt> {
  const { db, clock, gateways } = deps
  const known: Known = { changes: 0, usedIds, isRefreshed: false, hasWaited: false, keySetId: undefined }
  for (let round = 0; round < maxRounds; round += 1) {
    const order = await orderWithLiveAttempt(db, orderId)
    if (!order) throw new NotFound()
    known.keySetId = gateways.current()?.keySetId
    const decision = decideIntent(order, known, intent, clock())
    switch (decision.next) {
      case 'done':
        return order
      case 'refresh':
        await refreshOrder(deps, orderId, { paid: intent.kind === 'refresh' && intent.paid })
        if (intent.kind === 'refresh') return order
        known.isRefreshed = true
        break
      case 'finish change':
        await finishChange(deps, order, intent)
        break
      case 'ask for token': {
        const result = await askForLiveToken(deps, order)
        if (result === 'id used') known.usedIds += 1
        if (result === 'waited') known.hasWaited = true
        break
      }
      case 'close': {
        const answer = await close(deps, order, intent, decision)
        if (answer === 'given up') return order
        if (answer === 'changed') known.changes += 1
        const closed = typeof answer === 'object' ? answer : undefined
        if (closed && (await lookAgainAndWrite(deps, order, intent, { ...known, closed }))) return order
        break
      }
      case 'write':
        if ((await lookAgainAndWrite(deps, order, intent, known)) && intent.kind !== 'open') return order
    }
  }
  throw new PaymentUndecided(`order ${orderId} keeps changing`)
}

/** @returns false if the order was paid or cancelled, or got another attempt or token, while the gateway was asked */
function lookAgainAndWrite(
  { db, clock }: PaymentDeps,
  { id, attempt_id, snap_token }: OrderWithLiveAttempt,
  intent: Intent,
  known: Known,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const locked = await lockOrder(tx, id)
    const order = await orderWithLiveAttempt(tx, id)
    if (!locked || order?.attempt_id !== attempt_id || order.snap_token !== snap_token) return false
    const now = clock()
    const decision = decideIntent(order, known, intent, now)
    return decision.next === 'write' && writeEffects(tx, locked, decision.effects, now)
  })
}

/**
 * Close the live attempt of an order at the gateway. It is marked before each request that may close it.
 * @returns `changed` if it can't be closed in the state that was read, or was paid; `given up` if an order can't be ended
 */
async function close(
  deps: PaymentDeps,
  order: OrderWithLiveAttempt,
  intent: Intent,
  { mark, unmark }: { mark: Marks; unmark?: Marks },
): Promise<{ report?: PaymentReport } | 'changed' | 'again' | 'given up'> {
  const { attempt_id: id, snap_token: token, key_set_id } = order
  if (id === null) return {}
  const { db, gateways, log } = deps
  const write = (marks: Marks) =>
    db.updateTable('payment_attempts').set(marks).where('id', '=', id).where('status', '=', 'PENDING').execute()
  const ignoreForAdmin = (error: unknown) => {
    if (!(isByAdmin(intent) && error instanceof PaymentUndecided)) throw error
    log.warn({ err: error, attemptId: id }, 'ended although the gateway leaves the payment open')
    return 'closed' as const
  }
  let isClosed = false
  try {
    const gateway = await gateways.of(key_set_id)
    const answer = await closeAtGateway(gateway, { id, token }, () => write(mark)).catch(ignoreForAdmin)
    if (answer === 'changed') return answer
    if (answer !== 'closed' && isCancelledAnyway(intent, order, answer) && !withMoney.includes(answer.state)) {
      await write(mark)
      await closePayment(gateway, { id, snap_token: token }).catch(ignoreForAdmin)
    }
    isClosed = answer === 'closed' || isCancelledAnyway(intent, order, answer)
    if (answer === 'closed') return {}
    return isClosed ? { report: answer } : await hear(deps, id, answer, intent)
  } finally {
    if (unmark && !isClosed) await write(unmark)
  }
}

/**
 * Close an unpaid payment at the gateway: cancel it or, without a chosen method, its payment page. A second call finds
 * it closed.
 * @param token  of its payment page
 * @param beforeClosing  called before the request that may close it
 * @returns `changed` if it can't be closed in the state that was read; the report of one that nobody can close
 * @throws {GatewayUnavailable} | {PaymentUndecided} | {PaymentKeysUnknown} it may be open
 */
async function closeAtGateway(
  gateway: Gateway,
  { id, token }: { id: string; token: string | null },
  beforeClosing: () => Promise<unknown>,
): Promise<'closed' | 'changed' | PaymentReport> {
  const report = await gateway.status(id)
  if (report.state === 'absent') {
    if (token === null) return 'closed'
    await beforeClosing()
    return (await gateway.cancelSession(token)) ? 'closed' : 'changed'
  }
  if (report.orderId !== id) return report
  switch (report.state) {
    case 'pending':
      await beforeClosing()
      return (await gateway.cancel(id)) ? 'closed' : 'changed'
    case 'denied':
    case 'expired':
    case 'cancelled':
      return 'closed'
    default:
      return report
  }
}

/** Its money had come and gone before the shop knew, so the attempt has ended. */
const gone = ['came-and-went-back', 'came-and-was-taken']

/** The gateway reports money, or something unexpected. */
async function hear(deps: PaymentDeps, attemptId: string, report: PaymentReport, intent: Intent) {
  const outcome = await applyReport(deps, { attemptId, report, ...whenUnpaid })
  const isSettled = report.state === 'settled' && outcome !== 'mismatch'
  if (isSettled || ['stale', 'pay-in-part', 'refund-in-part', ...gone].includes(outcome)) return 'again'
  if (intent.kind === 'cancel' && report.state !== 'unknown') return 'given up'
  throw new PaymentUndecided(`payment ${attemptId} is ${report.gatewayState}`)
}

/** A change of its payment has marked the live attempt, and has not ended it. */
async function finishChange(deps: PaymentDeps, order: OrderWithLiveAttempt, intent: Intent): Promise<void> {
  const { id: orderId, attempt_id: attemptId, chosen_method } = order
  const replace = () => carryOut(deps, orderId, { kind: 'replace', attemptId })
  if (intent.kind === 'open' && intent.isChange) {
    await replace()
    return
  }
  const method = chosen_method !== null && isPaymentMethod(chosen_method) ? chosen_method : null
  const isNeeded = (current: OrderWithLiveAttempt) => current.status === 'DIPROSES' && current.replaced_at !== null
  await changeInTurn(deps, { orderId, method, isNeeded }, replace)
}
