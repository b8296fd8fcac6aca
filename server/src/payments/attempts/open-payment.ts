import { isPaymentMethod } from '@camilan/contract/payment-methods'
import type { Payment } from '@camilan/contract/payments'
import type { SnapToken } from '@camilan/midtrans/client'
import { totalOf } from '../../orders/charges.ts'
import type { Db } from '../../platform/db/db.ts'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { applyReport } from '../apply/apply-report.ts'
import { refreshOrder } from '../apply/refresh-order.ts'
import type { PaymentDeps } from '../deps.ts'
import { GatewayUnavailable, NotPayable, OrderIdUsed, TokenUnavailable } from '../errors.ts'
import { NoPaymentKeys } from '../keys/errors.ts'
import type { OpeningKeys } from '../keys/gateways.ts'
import { beginNextAttempt } from './begin-next-attempt.ts'
import { changeInTurn } from './change-in-turn.ts'
import { endAttempt } from './end-attempt.ts'
import { firstLease } from './insert-attempt.ts'
import { offeredMethods } from './offered-methods.ts'
import { type Payable, requestOf } from './payable.ts'
import { presentPayment } from './present.ts'
import { type OrderWithLiveAttempt, orderWithLiveAttempt, payableOrder } from './queries.ts'
import { replaceAttempt } from './replace-attempt.ts'
import { giveLeaseBack, lockLease, takeLease, untilLeaseEnds } from './token-lease.ts'

/** The limit for one call. A gateway that reports more used ids is out of order. */
const maxNewIds = 3

/**
 * The token that pays an order: that of its PENDING attempt, or of a new attempt if there is none. Simultaneous calls
 * get the same token: one asks the gateway under a lease, the others wait for its result, because a second token would
 * close the popup of the first.
 * @throws {NotPayable} the order is not DIPROSES, or its time is over
 * @throws {NoPaymentMethod} there is no token, and no method of the shop takes the amount
 * @throws {NoPaymentKeys} there is no token, and the shop has no keys to ask for one
 * @throws {GatewayUnavailable} | {TokenUnavailable} there is no token now; a later call may get one. A gateway that
 *   reports three new ids in a row as used counts as unavailable
 * @throws {TooManyPaymentChanges} a change of the payment must be finished, and has been tried often a moment ago
 */
export async function openPayment(deps: PaymentDeps, orderId: string): Promise<Payment> {
  return findOrOpen(deps, orderId)
}

/** The same inside a change of the order's payment. */
export async function openChangedPayment(deps: PaymentDeps, orderId: string): Promise<Payment> {
  return findOrOpen(deps, orderId, { finishChange: (order) => replaceAttempt(deps, order) })
}

/**
 * The same for an order that this process has just written, with its first attempt leased. The values for the gateway
 * are known, so nothing is read again.
 * @param keys  of its first attempt
 */
export async function openNewPayment(deps: PaymentDeps, order: Payable, keys: OpeningKeys): Promise<Payment> {
  const { orderId, attemptId } = order
  const result = await askForToken(deps, { orderId, attemptId, lease: firstLease, keys }, order)
  return typeof result === 'object'
    ? result
    : findOrOpen(deps, order.orderId, { usedIds: result === 'id used' ? 1 : 0 })
}

interface OpeningOptions {
  /** The number of this order's ids that the gateway has refused as used. */
  usedIds?: number
  /** Ends a marked attempt and begins the next one. */
  finishChange?: (order: OrderWithLiveAttempt) => Promise<void>
}

async function findOrOpen(
  deps: PaymentDeps,
  orderId: string,
  { usedIds = 0, finishChange = (order) => finishInTurn(deps, order) }: OpeningOptions = {},
): Promise<Payment> {
  const { db, clock } = deps
  const done = { waiting: false, asking: false }
  for (;;) {
    const order = await orderWithLiveAttempt(db, orderId)
    if (!order) throw new NotFound()
    if (order.status !== 'DIPROSES' || order.expires_at <= clock()) throw new NotPayable()
    const payment = presentPayment({ ...order, order_id: orderId })
    if (order.replaced_at !== null) {
      // Its payment may be closed already: the request that closed it has not ended it yet, or has failed.
      await finishChange(order)
    } else if (payment) {
      if (done.asking || !isOverAlone(order, clock())) return payment
      await refreshOrder(deps, orderId)
      done.asking = true
    } else {
      const result = await openToken(deps, order, { usedIds, mayWait: !done.waiting })
      if (typeof result === 'object') return result
      if (result === 'id used') usedIds += 1
      if (result === 'waited') done.waiting = true
    }
  }
}

async function finishInTurn(deps: PaymentDeps, { id: orderId, chosen_method }: OrderWithLiveAttempt): Promise<void> {
  const method = chosen_method !== null && isPaymentMethod(chosen_method) ? chosen_method : null
  const isNeeded = (order: OrderWithLiveAttempt) => order.status === 'DIPROSES' && order.replaced_at !== null
  await changeInTurn(deps, { orderId, method, isNeeded }, (order) => replaceAttempt(deps, order))
}

/** The attempt's own time is over, so it should have ended. Only the gateway says whether it has. */
export const isOverAlone = ({ attempt_expires_at }: OrderWithLiveAttempt, now: Date) =>
  attempt_expires_at !== null && attempt_expires_at <= now

/** Ask the gateway for the token of the live attempt. Without one begin the next attempt, which has to be read then. */
async function openToken(
  deps: PaymentDeps,
  { id: orderId, attempt_id: attemptId }: OrderWithLiveAttempt,
  { usedIds, mayWait }: { usedIds: number; mayWait: boolean },
): Promise<Payment | 'begun' | 'waited' | 'not kept' | 'id used'> {
  const { db, clock, gateways } = deps
  const keys = gateways.current()
  if (!keys) throw new NoPaymentKeys()
  if (attemptId === null) {
    if (usedIds > maxNewIds) throw new GatewayUnavailable(`${usedIds} ids of order ${orderId} are used`)
    const next = { orderId, replaced: null, keySetId: keys.keySetId }
    await transact(db, (tx) => beginNextAttempt(tx, next, clock()))
    return 'begun'
  }
  if (!mayWait) throw new TokenUnavailable(orderId)
  const lease = await takeLease(db, { attemptId, keySetId: keys.keySetId })
  if (lease !== undefined) return askForToken(deps, { orderId, attemptId, lease, keys })
  await untilLeaseEnds(db, attemptId)
  return 'waited'
}

interface LeasedAttempt {
  orderId: string
  attemptId: string
  /** The number of the lease. After another request took it over, writes with this number have no effect. */
  lease: number
  keys: OpeningKeys
}

/**
 * @param known  the values for the gateway; read from the database if not given
 * @returns `id used` if the gateway already has the attempt's id: then the attempt has ended, or its money came; `not
 *   kept` if the attempt ended, or another request took it over, while the gateway was asked
 */
async function askForToken(
  deps: PaymentDeps,
  attempt: LeasedAttempt,
  known?: Payable,
): Promise<Payment | 'not kept' | 'id used'> {
  const { db, clock, log } = deps
  const { orderId, attemptId, lease } = attempt
  const { gateway } = attempt.keys
  let isKept = false
  try {
    const order = known ?? (await payableNow(deps, attempt))
    const { token, redirectUrl } = await gateway.createTransaction(requestOf(deps, order, clock()))
    isKept = await keepToken(deps, attempt, { token, redirectUrl })
    if (isKept) {
      const { expiresAt } = order
      return { order_id: orderId, snap_token: token, redirect_url: redirectUrl, expires_at: expiresAt.toISOString() }
    }
    log.info({ attemptId }, 'the attempt ended or was taken over while the gateway was asked for its token')
    await gateway
      .cancelSession(token)
      .catch((error: unknown) => log.warn({ err: error, attemptId }, 'could not close a payment at the gateway'))
    return 'not kept'
  } catch (error) {
    if (!(error instanceof OrderIdUsed)) throw error
    await abandonUsedId(deps, attempt)
    return 'id used'
  } finally {
    if (!isKept) await giveLeaseBack(db, attemptId, lease)
  }
}

/** A chosen method that was switched off meanwhile does not stop the payment: the buyer gets the others. */
async function payableNow({ db, methodsOn }: PaymentDeps, attempt: LeasedAttempt): Promise<Payable> {
  const { chosenMethod, ...order } = await payableOrder(db, attempt)
  const on = methodsOn()
  const chosen = on.find((method) => method === chosenMethod) ?? null
  return { ...order, methods: offeredMethods(on, { chosen, totalIdr: totalOf(order.charges) }) }
}

/** @returns false when the attempt has ended, or another request has taken its lease over */
async function keepToken(
  { db, clock }: PaymentDeps,
  attempt: Omit<LeasedAttempt, 'keys'>,
  kept: SnapToken,
): Promise<boolean> {
  const updated = await storeToken(db, { ...attempt, ...kept, now: clock() })
  return updated.length > 0
}

type StoredToken = Omit<LeasedAttempt, 'keys'> & SnapToken & { now: Date }

const storeToken = fixedStatement((db: Db, { attemptId, lease, token, redirectUrl, now }: StoredToken) =>
  db
    .updateTable('payment_attempts')
    .set({ snap_token: token, redirect_url: redirectUrl, token_made_at: now })
    .where('id', '=', attemptId)
    .where('token_lease_number', '=', lease)
    .where('status', '=', 'PENDING')
    .where('snap_token', 'is', null)
    .returning('id'),
)

/**
 * The gateway has a payment with this id although the shop has no token for it: an answer was lost, or another database
 * used the id. If it is paid, it pays the order; else the attempt ends and the next one gets another id.
 */
async function abandonUsedId(deps: PaymentDeps, { attemptId, lease, keys: { gateway } }: LeasedAttempt): Promise<void> {
  const { db, log } = deps
  const report = await gateway.status(attemptId)
  log.warn({ attemptId, gatewayState: report.gatewayState }, 'the gateway knows this id already')
  if (report.state === 'settled' && (await applyReport(deps, { attemptId, report })) === 'pay') return
  // Before the cancellation, because the gateway's notification of it would end a PENDING attempt together with its order.
  const isEnded = await transact(db, async (tx) => {
    if (!(await lockLease(tx, attemptId, lease))) return false
    await endAttempt(tx, { id: attemptId, status: 'GAGAL' })
    return true
  })
  if (isEnded && report.state === 'pending') await gateway.cancel(attemptId)
}
