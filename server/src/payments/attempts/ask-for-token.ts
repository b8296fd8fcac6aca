/** The token of an attempt: while a request has the attempt's lease, no other asks the gateway for it. */
import type { Payment } from '@camilan/contract/payments'
import type { SnapToken } from '@camilan/midtrans/client'
import type { Db } from '../../platform/db/db.ts'
import { isLeaseFree, leaseEnd, untilFree } from '../../platform/db/lease-time.ts'
import { transact } from '../../platform/db/transact.ts'
import { applyReport } from '../apply/apply-report.ts'
import { whenUnpaid } from '../apply/ask-about.ts'
import type { PaymentDeps } from '../deps.ts'
import { OrderIdUsed } from '../errors.ts'
import { NoPaymentKeys } from '../keys/errors.ts'
import type { OpeningKeys } from '../keys/gateways.ts'
import { endAttempt } from './end-attempt.ts'
import { tokenLeaseMs } from './insert-attempt.ts'
import { type Payable, readPayable, requestOf } from './payable.ts'
import type { OrderWithLiveAttempt } from './queries.ts'

/** Ask the gateway for the token of the live attempt, unless another request is asking: then wait for its end. */
export async function askForLiveToken(
  deps: PaymentDeps,
  { id: orderId, attempt_id: attemptId }: OrderWithLiveAttempt,
): Promise<Payment | 'waited' | 'not kept' | 'id used'> {
  const { db, gateways } = deps
  const keys = gateways.current()
  if (!keys || attemptId === null) throw new NoPaymentKeys()
  const lease = await takeLease(db, { attemptId, keySetId: keys.keySetId })
  if (lease !== undefined) return askForToken(deps, { orderId, attemptId, lease, keys })
  await untilFree(() => isLeased(db, attemptId), tokenLeaseMs)
  return 'waited'
}

/** An attempt whose token this request alone asks for. */
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
export async function askForToken(
  deps: PaymentDeps,
  attempt: LeasedAttempt,
  known?: Payable,
): Promise<Payment | 'not kept' | 'id used'> {
  const { db, clock, log } = deps
  const { orderId, attemptId, lease } = attempt
  const { gateway } = attempt.keys
  let isKept = false
  try {
    const order = known ?? (await readPayable(deps, attempt))
    const { token, redirectUrl } = await gateway.createTransaction(requestOf(deps, order, clock()))
    isKept = await storeToken(db, attempt, { token, redirectUrl }, clock())
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

/** @returns false if the attempt has ended, or another request has taken its lease over */
async function storeToken(
  db: Db,
  { attemptId, lease }: LeasedAttempt,
  { token, redirectUrl }: SnapToken,
  now: Date,
): Promise<boolean> {
  const stored = await db
    .updateTable('payment_attempts')
    .set({ snap_token: token, redirect_url: redirectUrl, token_made_at: now })
    .where('id', '=', attemptId)
    .where('token_lease_number', '=', lease)
    .where('status', '=', 'PENDING')
    .where('snap_token', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/**
 * The gateway has a payment with this id although the shop has no token for it: an answer was lost, or another database
 * used the id. If it is paid, it pays the order; else the attempt ends and the next one gets another id.
 */
async function abandonUsedId(deps: PaymentDeps, { attemptId, lease, keys: { gateway } }: LeasedAttempt): Promise<void> {
  const { db, log } = deps
  const report = await gateway.status(attemptId)
  log.warn({ attemptId, gatewayState: report.gatewayState }, 'the gateway knows this id already')
  if (report.state === 'settled' && (await applyReport(deps, { attemptId, report, ...whenUnpaid })) === 'pay') return
  // Before the cancellation, because the gateway's notification of it would end a PENDING attempt together with its order.
  const isEnded = await transact(db, async (tx) => {
    const owned = tx.selectFrom('payment_attempts').where('id', '=', attemptId).where('token_lease_number', '=', lease)
    // Another request may have taken the lease over: then the payment at the gateway belongs to it.
    if (!(await owned.select('id').forUpdate().executeTakeFirst())) return false
    await endAttempt(tx, { id: attemptId, status: 'GAGAL' })
    return true
  })
  if (isEnded && report.state === 'pending') await gateway.cancel(attemptId)
}

/**
 * The keys may have changed since the attempt was written. It gets the present ones: without a token nobody can have
 * paid it with the former ones.
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

async function isLeased(db: Db, attemptId: string): Promise<boolean> {
  const leased = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('id', '=', attemptId)
    .where('status', '=', 'PENDING')
    .where('snap_token', 'is', null)
    .where((eb) => eb.not(isLeaseFree('token_lease_ends_at', tokenLeaseMs)))
    .executeTakeFirst()
  return leased !== undefined
}

async function giveLeaseBack(db: Db, attemptId: string, lease: number): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ token_lease_ends_at: null })
    .where('id', '=', attemptId)
    .where('token_lease_number', '=', lease)
    .where('snap_token', 'is', null)
    .execute()
}
