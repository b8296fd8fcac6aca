import * as z from 'zod/mini'
import { applyReport } from './apply-report.ts'
import { decide } from './decide.ts'
import type { PaymentDeps } from './deps.ts'
import { ForgedNotification, NotificationNotHandled } from './errors.ts'
import { attemptWithOrder } from './queries.ts'
import { recordUnmatched } from './record-unmatched.ts'
import { isGenuine } from './signature.ts'

/** The fields of a notification that are read; all are text. The payment's state is read from GET status instead. */
export const PaymentNotification = z.object({
  order_id: z.string(),
  status_code: z.string(),
  gross_amount: z.string(),
  signature_key: z.string(),
  transaction_status: z.string(),
})
export type PaymentNotification = z.infer<typeof PaymentNotification>

/** Midtrans accepts ids of at most 50 characters. */
const gatewayId = /^[\x20-\x7e]{1,50}$/

/** The gateway wants an answer within 5 s, and gives up after 15 s. */
const statusTimeoutMs = 5_000

/**
 * Handle the gateway's notification that a payment has changed: ask it for the payment's state, and apply that.
 * Notifications may arrive repeatedly, late and out of order: the result is the same. A payment without an attempt is
 * recorded, and the administrators are notified.
 * @returns whether it changed something
 * @throws {ForgedNotification} it is not signed with the server key
 * @throws {GatewayUnavailable} | {NotificationNotHandled} it can't be handled now and should be sent again
 */
export async function receiveNotification(
  { serverKey, ...deps }: PaymentDeps & { serverKey: string },
  notification: PaymentNotification,
): Promise<'applied' | 'unchanged'> {
  const { db, gateway, log, watch } = deps
  if (!isGenuine(notification, serverKey)) {
    log.warn({ orderId: notification.order_id }, 'notification with a wrong signature')
    throw new ForgedNotification()
  }
  const attemptId = notification.order_id
  if (!gatewayId.test(attemptId)) {
    log.warn({ orderId: attemptId }, 'notification with an id that is not the gateway’s')
    return 'unchanged'
  }
  const attempt = await attemptWithOrder(db, attemptId)
  const report = await gateway.status(attemptId, statusTimeoutMs)
  if (!attempt) {
    if (report.orderId === attemptId) await recordUnmatched(deps, { id: attemptId, report })
    else log.warn({ orderId: attemptId }, 'notification of an order that the gateway does not know')
    return 'unchanged'
  }
  if (report.state === 'absent') {
    log.warn({ attemptId }, 'notification of a payment that GET status does not know yet')
    throw new NotificationNotHandled()
  }
  // Most repeated notifications change nothing. To find that out, no row has to be locked.
  if (attempt.status !== 'PENDING') {
    const current = await attemptWithOrder(db, attemptId)
    if (!current) return 'unchanged'
    const situation = { order: current.order_status, attempt: current.status, isOverdue: false }
    if (decide(situation, report.state) === 'ignore') return 'unchanged'
  }
  const outcome = await applyReport(deps, { attemptId, report, wasCounted: attempt.status === 'SUKSES' })
  if (outcome === 'stale') throw new NotificationNotHandled()
  if (outcome === 'pay') watch?.paid('webhook')
  return outcome === 'ignore' ? 'unchanged' : 'applied'
}
