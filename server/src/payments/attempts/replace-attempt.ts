import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { applyReport } from '../apply/apply-report.ts'
import type { PaymentDeps } from '../deps.ts'
import { PaymentUndecided } from '../errors.ts'
import { NoPaymentKeys } from '../keys/errors.ts'
import { beginNextAttempt } from './begin-next-attempt.ts'
import { closeAtGateway } from './close-at-gateway.ts'
import { type OrderWithLiveAttempt, orderWithLiveAttempt } from './queries.ts'

/**
 * Close the live attempt of an unpaid order at the gateway, end it and begin the next one, which has no token yet.
 * Without a live attempt only the next one begins. Simultaneous calls replace it once: closing may be repeated, and a
 * call that finds another live attempt leaves it. If the payment has arrived, the order becomes DIBAYAR and nothing is
 * replaced.
 * @param chosenMethod  of the next attempt; undefined: that of the live one, or of the change that it is marked with
 * @throws {NoPaymentKeys} the next attempt could not be opened, so nothing changed
 * @throws {GatewayUnavailable} | {PaymentUndecided} | {PaymentKeysUnknown} the payment may be open, so nothing changed
 */
export async function replaceAttempt(
  deps: PaymentDeps,
  order: OrderWithLiveAttempt,
  chosenMethod?: PaymentMethod | null,
): Promise<void> {
  const { db, clock, gateways } = deps
  const keys = gateways.current()
  if (!keys) throw new NoPaymentKeys()
  if (!(await closeLive(deps, order, chosenMethod))) return
  const { id: orderId, attempt_id: replacedId, snap_token: token } = order
  const replaced = replacedId === null ? null : { id: replacedId, token }
  const next = { orderId, replaced, keySetId: keys.keySetId, ...(chosenMethod !== undefined && { chosenMethod }) }
  if (await transact(db, (tx) => beginNextAttempt(tx, next, clock()))) return
  const current = await orderWithLiveAttempt(db, orderId)
  if (current) await replaceAttempt(deps, current, chosenMethod)
}

/**
 * Close the live attempt of an unpaid order at the gateway, if it has one. It is marked first, so that its cancellation
 * ends only itself. The caller ends it.
 * @param chosenMethod  of the next attempt, as in `replaceAttempt`
 * @returns false if its payment has arrived: the order is DIBAYAR
 * @throws {GatewayUnavailable} | {PaymentUndecided} | {PaymentKeysUnknown} the payment may be open
 */
export async function closeLive(
  deps: PaymentDeps,
  { attempt_id: id, snap_token: token, key_set_id, is_sent: isSent }: OrderWithLiveAttempt,
  chosenMethod?: PaymentMethod | null,
): Promise<boolean> {
  if (id === null) return true
  const gateway = await deps.gateways.of(key_set_id)
  const mark = () => markReplaced(deps.db, { id, chosenMethod }, deps.clock())
  const { mayEnd, report } = await closeAtGateway(gateway, { id, token, isSent }, mark)
  if (mayEnd || !report) return true
  const outcome = await applyReport(deps, { attemptId: id, report })
  if (report.state === 'settled' && outcome !== 'mismatch') return false
  throw new PaymentUndecided(`payment ${id} is ${report.gatewayState}`)
}

/**
 * The gateway may report the cancellation before it answers, or after its answer was lost: from now on it ends only
 * this attempt. The next one, whoever begins it, has the method of this change.
 */
async function markReplaced(
  db: Db,
  { id, chosenMethod }: { id: string; chosenMethod: PaymentMethod | null | undefined },
  now: Date,
): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ replaced_at: now, ...(chosenMethod !== undefined && { chosen_method: chosenMethod }) })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute()
}
