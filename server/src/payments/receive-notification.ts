import * as z from 'zod/mini'
import type { Db } from '../platform/db/db.ts'
import { ShopError } from '../platform/errors.ts'
import { applyReport } from './apply-report.ts'
import { findAttempt } from './attempts.ts'
import { decide } from './decide.ts'
import type { PaymentDeps } from './deps.ts'
import type { PaymentReport } from './gateway-wire.ts'
import { isGenuine } from './signature.ts'

/** What every notification carries, as text. Everything else in it is read by nobody: GET status is asked. */
export const PaymentNotification = z.object({
  order_id: z.string(),
  status_code: z.string(),
  gross_amount: z.string(),
  signature_key: z.string(),
  transaction_status: z.string(),
})
export type PaymentNotification = z.infer<typeof PaymentNotification>

/** The gateway gives up on us after 15 s and wants an answer within 5. */
const statusTimeoutMs = 5_000

/**
 * The gateway says that a payment changed: ask it what the payment is now, and make that true.
 * Comes twice, late and out of order; the result is the same.
 * @throws {ShopError} FORBIDDEN when forged; PAYMENT_UNAVAILABLE or UNAVAILABLE when it should be sent again
 */
export async function receiveNotification(
  deps: PaymentDeps,
  serverKey: string,
  notification: PaymentNotification,
): Promise<void> {
  const { db, gateway, log } = deps
  if (!isGenuine(notification, serverKey)) {
    log.warn({ orderId: notification.order_id }, 'notification with a wrong signature')
    throw new ShopError('FORBIDDEN', { sentence: 'Tanda tangan tidak sah.' })
  }
  const attempt = notification.order_id.includes('\0') ? undefined : await findAttempt(db, notification.order_id)
  if (!attempt) {
    log.warn({ orderId: notification.order_id }, 'notification of an order that is not ours')
    return
  }
  const report = await gateway.status(attempt.id, statusTimeoutMs)
  if (report.state === 'absent') {
    log.warn({ attemptId: attempt.id }, 'the gateway notifies of a payment that it does not know yet')
    throw new ShopError('UNAVAILABLE')
  }
  // Most of what comes again is known already. What was no news a moment ago is none now: for that no row is locked.
  if (attempt.status !== 'PENDING' && (await isKnown(db, attempt.id, report))) return
  await applyReport(deps, attempt.id, report)
}

async function isKnown(db: Db, attemptId: string, { state }: PaymentReport): Promise<boolean> {
  const situation = await db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('orders', 'orders.id', 'attempt.order_id')
    .select(['orders.status as order', 'attempt.status as attempt'])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return decide(situation.order, situation.attempt, state) === 'ignore'
}
