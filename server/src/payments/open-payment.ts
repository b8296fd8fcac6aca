import { setTimeout as wait } from 'node:timers/promises'
import { isPaymentMethod } from '@camilan/contract/payment-methods'
import type { Payment } from '@camilan/contract/payments'
import { totalOf } from '../orders/charges.ts'
import { lockOrder } from '../orders/transition-order.ts'
import { NoPaymentKeys } from '../payment-keys/errors.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { fixedStatement } from '../platform/db/fixed-statement.ts'
import { isLeaseFree, leaseEnd } from '../platform/db/lease-time.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound } from '../platform/errors.ts'
import { applyReport } from './apply-report.ts'
import type { PaymentDeps } from './deps.ts'
import { endAttempt } from './end-attempt.ts'
import { GatewayUnavailable, NotPayable, OrderIdUsed, TokenUnavailable } from './errors.ts'
import type { SnapToken } from './gateway.ts'
import type { OpeningKeys } from './gateways.ts'
import { firstLease, insertAttempt, tokenLeaseMs } from './insert-attempt.ts'
import { offeredMethods } from './offered-methods.ts'
import { presentPayment } from './present.ts'
import { isTokenLeased, lastAttempt, orderWithLiveAttempt, payableOrder } from './queries.ts'
import { type Payable, snapRequest } from './snap-request.ts'

const pollMs = 100
/** The limit for one call. A gateway that reports more used ids is out of order. */
const maxNewIds = 3

/**
 * The token that pays an order: that of its PENDING attempt, or of a new attempt if there is none. Simultaneous calls get
 * the same token: one asks the gateway under a lease, the others wait for its result, because a second token would close
 * the popup of the first.
 * @throws {NotPayable} the order is not DIPROSES, or its time is over
 * @throws {NoPaymentMethod} there is no token, and no method of the shop takes the amount
 * @throws {NoPaymentKeys} there is no token, and the shop has no keys to ask for one
 * @throws {GatewayUnavailable} | {TokenUnavailable} there is no token now; a later call may get one. A gateway that reports
 *   three new ids in a row as used counts as unavailable
 */
export async function openPayment(deps: PaymentDeps, orderId: string): Promise<Payment> {
  return findOrOpen(deps, orderId, 0)
}

/**
 * The same for an order that this process has just written, with its first attempt leased. The values for the gateway are
 * known, so nothing is read again.
 * @param keys  of its first attempt
 */
export async function openNewPayment(deps: PaymentDeps, order: Payable, keys: OpeningKeys): Promise<Payment> {
  const { orderId, attemptId } = order
  const result = await askForToken(deps, { orderId, attemptId, lease: firstLease, keys }, order)
  return typeof result === 'object' ? result : findOrOpen(deps, order.orderId, result === 'id used' ? 1 : 0)
}

/** @param usedIds  the number of this order's ids that the gateway has refused as used */
async function findOrOpen(deps: PaymentDeps, orderId: string, usedIds: number): Promise<Payment> {
  const { db, clock, gateways } = deps
  let waited = false
  for (;;) {
    const order = await orderWithLiveAttempt(db, orderId)
    if (!order) throw new NotFound()
    if (order.status !== 'DIPROSES' || order.expires_at <= clock()) throw new NotPayable()
    const payment = presentPayment({ ...order, order_id: orderId })
    if (payment) return payment
    const keys = gateways.current()
    if (!keys) throw new NoPaymentKeys()
    if (order.attempt_id === null) {
      if (usedIds > maxNewIds) throw new GatewayUnavailable(`${usedIds} ids of order ${orderId} are used`)
      await transact(db, (tx) => addAttempt(tx, { orderId, keySetId: keys.keySetId }, clock()))
    } else if (waited) {
      throw new TokenUnavailable(orderId)
    } else {
      const lease = await takeLease(db, { attemptId: order.attempt_id, keySetId: keys.keySetId })
      if (lease === undefined) {
        await untilLeaseEnds(db, order.attempt_id)
        waited = true
      } else {
        const result = await askForToken(deps, { orderId, attemptId: order.attempt_id, lease, keys })
        if (typeof result === 'object') return result
        if (result === 'id used') usedIds += 1
      }
    }
  }
}

/** Begin the next attempt of an order whose last one ended without money. A second call has no effect. */
async function addAttempt(
  tx: Tx,
  { orderId, keySetId }: { orderId: string; keySetId: string | null },
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order?.status !== 'DIPROSES') return
  const { status, number, amount, chosen_method } = await lastAttempt(tx, orderId)
  if (status === 'PENDING') return
  const chosenMethod = chosen_method !== null && isPaymentMethod(chosen_method) ? chosen_method : null
  const attempt = { orderId, number: number + 1, amount, expiresAt: order.expires_at, keySetId, chosenMethod }
  await insertAttempt(tx, attempt, now)
}

/**
 * The keys may have changed since the attempt was written. It gets the present ones: without a token nobody can have paid
 * it with the former ones.
 * @returns the number of the lease; undefined if another request has it, or the attempt needs no token any more
 */
async function takeLease(
  db: Db,
  { attemptId, keySetId }: { attemptId: string; keySetId: string | null },
): Promise<number | undefined> {
  const taken = await db
    .updateTable('payment_attempts')
    .set((eb) => ({
      token_lease_number: eb('token_lease_number', '+', 1),
      token_lease_ends_at: leaseEnd(tokenLeaseMs),
      key_set_id: keySetId,
    }))
    .where('id', '=', attemptId)
    .where('status', '=', 'PENDING')
    .where('snap_token', 'is', null)
    .where(isLeaseFree('token_lease_ends_at', tokenLeaseMs))
    .returning('token_lease_number')
    .executeTakeFirst()
  return taken?.token_lease_number
}

async function untilLeaseEnds(db: Db, attemptId: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < tokenLeaseMs; waitedMs += pollMs) {
    if (!(await isTokenLeased(db, attemptId, tokenLeaseMs))) return
    await wait(pollMs)
  }
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
 * @returns `id used` if the gateway already has the attempt's id: then the attempt has ended, or its money came; `not kept`
 *   if the attempt ended, or another request took it over, while the gateway was asked
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
    const { token, redirectUrl } = await gateway.createTransaction(snapRequest(deps, order, clock()))
    isKept = await keepToken(db, attempt, { token, redirectUrl })
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
    if (!isKept) {
      await db
        .updateTable('payment_attempts')
        .set({ token_lease_ends_at: null })
        .where('id', '=', attemptId)
        .where('token_lease_number', '=', lease)
        .where('snap_token', 'is', null)
        .execute()
    }
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
async function keepToken(db: Db, attempt: Omit<LeasedAttempt, 'keys'>, kept: SnapToken): Promise<boolean> {
  const updated = await storeToken(db, { ...attempt, ...kept })
  return updated.length > 0
}

type StoredToken = Omit<LeasedAttempt, 'keys'> & SnapToken

const storeToken = fixedStatement((db: Db, { attemptId, lease, token, redirectUrl }: StoredToken) =>
  db
    .updateTable('payment_attempts')
    .set({ snap_token: token, redirect_url: redirectUrl })
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

/** @returns false if another request has taken over the lease: then the payment at the gateway belongs to it */
async function lockLease(tx: Tx, attemptId: string, lease: number): Promise<boolean> {
  const locked = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('id', '=', attemptId)
    .where('token_lease_number', '=', lease)
    .forUpdate()
    .executeTakeFirst()
  return locked !== undefined
}
