import { isGenuine } from '@camilan/midtrans/signature'
import type { PaymentReport } from '@camilan/midtrans/wire'
import * as z from 'zod/mini'
import type { Db } from '../../platform/db/db.ts'
import { logRepeated } from '../../platform/log.ts'
import { notifiedAttempt } from '../attempts/queries.ts'
import type { PaymentDeps } from '../deps.ts'
import { ForgedNotification, NotificationNotHandled } from '../errors.ts'
import type { Gateway } from '../keys/gateway.ts'
import type { KeySet, KeySets } from '../keys/key-sets.ts'
import { applyReport } from './apply-report.ts'
import { whenAsked } from './ask-about.ts'
import { isOfAttempt } from './record-payment.ts'
import { recordUnmatched } from './record-unmatched.ts'

/** Midtrans's ids have at most 50 characters, its signatures 128 and the others 20. */
const ShortText = z.string().check(z.maxLength(200))

/** The fields of a notification that are read; all are text. The payment's state is read from GET status instead. */
export const PaymentNotification = z.object({
  order_id: ShortText,
  status_code: ShortText,
  gross_amount: ShortText,
  signature_key: ShortText,
  transaction_status: ShortText,
  transaction_id: z.catch(z.optional(ShortText), undefined),
})
export type PaymentNotification = z.infer<typeof PaymentNotification>

/** Midtrans accepts ids of at most 50 characters. */
const gatewayId = /^[\x20-\x7e]{1,50}$/

/** The gateway wants an answer within 5 s, and gives up after 15 s. */
const statusTimeoutMs = 5_000

/**
 * Handle the gateway's notification that a payment has changed: ask the gateway for the payment's state, and apply it.
 * Notifications may arrive repeatedly, late and out of order: the result is the same. A payment without an attempt is
 * recorded, and the administrators are notified.
 * @returns whether it changed something
 * @throws {ForgedNotification} it is not signed with a server key of the shop
 * @throws {GatewayUnavailable} | {NotificationNotHandled} it can't be handled now and should be sent again; also if the
 *   keys of its payment are unknown, because it can't be told from a forged one
 */
export async function receiveNotification(
  { keySets, ...deps }: PaymentDeps & { keySets: KeySets },
  notification: PaymentNotification,
): Promise<'applied' | 'unchanged'> {
  const { db, gateways, log } = deps
  const attemptId = notification.order_id
  const signers = await signersOf(keySets, notification)
  // Most forged notifications end here, without the database.
  if (signers.length === 0 && keySets.current() && !keySets.hasLost()) throw forged(deps, notification)
  if (!gatewayId.test(attemptId)) {
    logRepeated(log, 'warn', { orderId: attemptId }, 'notification with an id that is not the gateway’s')
    if (signers.length === 0) throw forged(deps, notification)
    return 'unchanged'
  }
  const attempt = await notifiedAttempt(db, attemptId)
  const signer = await acceptedSigner(keySets, signers, attempt?.key_set_id)
  if (signer === 'forged') throw forged(deps, notification)
  if (signer === 'unknown') {
    logRepeated(log, 'error', { orderId: attemptId }, 'notification of a payment whose keys are not known')
    throw new NotificationNotHandled()
  }
  const gateway = await gateways.of(attempt ? attempt.key_set_id : signer.id)
  const assigned = await assignedPayment(db, notification, attempt)
  const reports = await reportsOf(gateway, notification, assigned ?? attempt)
  if (!attempt) {
    const ofThisId = reports.find(({ orderId }) => orderId === attemptId)
    if (ofThisId) await recordUnmatched(deps, { id: attemptId, report: ofThisId })
    else log.warn({ orderId: attemptId }, 'notification of an order that the gateway does not know')
    return 'unchanged'
  }
  const changes: boolean[] = []
  for (const report of reports) {
    const isOfAssigned = assigned !== undefined && isOfAttempt(assigned, report)
    changes.push(await applyTo(deps, isOfAssigned ? assigned : attempt, report))
  }
  return changes.includes(true) ? 'applied' : 'unchanged'
}

/** A second payment under the id of an order, which an administrator has assigned: it is an attempt of its own. */
const assignedPayment = async (
  db: Db,
  { transaction_id }: PaymentNotification,
  attempt: NotifiedAttempt | undefined,
): Promise<NotifiedAttempt | undefined> =>
  attempt?.status === 'SUKSES' && transaction_id !== undefined && transaction_id !== attempt.transaction_id
    ? notifiedAttempt(db, transaction_id)
    : undefined

/**
 * GET status of an id reports its newest transaction. One before it may be paid too, as by the screenshot of an old QR,
 * and its money may go back: that report comes first.
 */
async function reportsOf(
  gateway: Gateway,
  { order_id: id, transaction_id }: PaymentNotification,
  attempt: NotifiedAttempt | undefined,
) {
  const newest = await gateway.status(id, statusTimeoutMs)
  if (transaction_id === undefined || !gatewayId.test(transaction_id)) return [newest]
  if (newest.transactionId === null || newest.transactionId === transaction_id) return [newest]
  const named = await gateway.status(transaction_id, statusTimeoutMs)
  const isCounted = attempt?.status === 'SUKSES' && attempt.transaction_id === transaction_id
  return named.orderId === id && (named.state === 'settled' || isCounted) ? [named, newest] : [newest]
}

/** @returns whether it changed something */
async function applyTo(deps: PaymentDeps, attempt: NotifiedAttempt, report: PaymentReport): Promise<boolean> {
  const { log, watch } = deps
  const { id: attemptId } = attempt
  if (report.state === 'absent') {
    log.warn({ attemptId }, 'notification of a payment that GET status does not know yet')
    throw new NotificationNotHandled()
  }
  const outcome = await applyReport(deps, { attemptId, report, ...whenAsked(attempt) })
  if (outcome === 'stale') throw new NotificationNotHandled()
  if (outcome === 'pay') watch?.paid('webhook')
  return outcome !== 'ignore'
}

type NotifiedAttempt = NonNullable<Awaited<ReturnType<typeof notifiedAttempt>>>

function forged({ log }: Pick<PaymentDeps, 'log'>, { order_id: orderId }: PaymentNotification): ForgedNotification {
  logRepeated(log, 'warn', { orderId }, 'notification with a wrong signature')
  return new ForgedNotification()
}

/** The sets whose key signed it. */
async function signersOf(keySets: KeySets, notification: PaymentNotification): Promise<KeySet[]> {
  const find = () => keySets.usable().filter(({ serverKey }) => isGenuine(notification, serverKey))
  const found = find()
  if (found.length > 0) return found
  await keySets.refresh() // another process may have stored new keys just now
  return find()
}

/**
 * A payment is signed with the set that opened it, or with another one of the same environment. For an unknown payment
 * any set is accepted.
 * @param keySetId  undefined: the shop does not have the payment; null: an attempt of a former release
 * @returns `unknown` if the signing key may be one that is unknown here
 */
async function acceptedSigner(
  keySets: KeySets,
  signers: readonly KeySet[],
  keySetId: string | null | undefined,
): Promise<KeySet | 'forged' | 'unknown'> {
  if (keySetId === undefined) return signers[0] ?? (keySets.hasLost() || !keySets.current() ? 'unknown' : 'forged')
  const set = keySetId === null ? keySets.current() : await keySets.find(keySetId)
  const signer = signers.find(({ environment }) => environment === set?.environment)
  return signer ?? (set?.serverKey === undefined ? 'unknown' : 'forged')
}
