import type { PaymentMethod } from '@camilan/contract/payment-methods'
import { NoPaymentKeys } from '../payment-keys/errors.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { applyReport } from './apply-report.ts'
import { beginNextAttempt } from './begin-next-attempt.ts'
import { closeAtGateway } from './close-at-gateway.ts'
import type { PaymentDeps } from './deps.ts'
import { PaymentUndecided } from './errors.ts'
import { type OrderWithLiveAttempt, orderWithLiveAttempt } from './queries.ts'

/**
 * Close the live attempt of an unpaid order at the gateway, end it and begin the next one, which has no token yet. Without a
 * live attempt only the next one begins. Simultaneous calls replace it once: closing may be repeated, and a call that finds
 * another live attempt leaves it. If the payment has arrived, the order becomes DIBAYAR and nothing is replaced.
 * @param chosenMethod  of the next attempt; undefined: that of the live one, or of the change that it is marked with
 * @throws {NoPaymentKeys} the next attempt could not be opened, so nothing changed
 * @throws {GatewayUnavailable} | {PaymentUndecided} | {PaymentKeysUnknown} the payment may be open, so nothing changed
 */
export async function replaceAttempt(
  deps: PaymentDeps,
  { id: orderId, attempt_id: replacedId, snap_token: token, key_set_id }: OrderWithLiveAttempt,
  chosenMethod?: PaymentMethod | null,
): Promise<void> {
  const { db, clock, gateways } = deps
  const keys = gateways.current()
  if (!keys) throw new NoPaymentKeys()
  if (replacedId !== null) {
    const gateway = await gateways.of(key_set_id)
    const mark = () => markReplaced(db, { id: replacedId, chosenMethod }, clock())
    const { mayEnd, report } = await closeAtGateway(gateway, { id: replacedId, token }, mark)
    if (!mayEnd && report) {
      const outcome = await applyReport(deps, { attemptId: replacedId, report })
      if (report.state === 'settled' && outcome !== 'mismatch') return
      throw new PaymentUndecided(`payment ${replacedId} is ${report.gatewayState}`)
    }
  }
  const replaced = replacedId === null ? null : { id: replacedId, token }
  const next = { orderId, replaced, keySetId: keys.keySetId, ...(chosenMethod !== undefined && { chosenMethod }) }
  if (await transact(db, (tx) => beginNextAttempt(tx, next, clock()))) return
  const current = await orderWithLiveAttempt(db, orderId)
  if (current) await replaceAttempt(deps, current, chosenMethod)
}

/**
 * The gateway may report the cancellation before it answers, or after its answer was lost: from now on it ends only this
 * attempt. The next one, whoever begins it, has the method of this change.
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
