import { earlier } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { applyReport } from './apply-report.ts'
import { orderWithLiveAttempt } from './attempts.ts'
import type { PaymentDeps } from './deps.ts'

const atMostEveryMs = 5_000

/**
 * Ask the gateway how an unpaid order stands, at most once in 5 seconds; else there is nothing to ask.
 * @throws {GatewayUnavailable} the gateway does not answer; what is known stays
 */
export async function refreshOrder(deps: PaymentDeps, orderId: string): Promise<void> {
  const { db, gateway, clock } = deps
  const order = await orderWithLiveAttempt(db, orderId)
  if (order?.status !== 'DIPROSES' || order.attempt_id === null || order.snap_token === null) return
  if (!(await mayAsk(db, order.attempt_id, clock()))) return
  await applyReport(deps, order.attempt_id, await gateway.status(order.attempt_id))
}

async function mayAsk(db: Db, attemptId: string, now: Date): Promise<boolean> {
  const noted = await db
    .updateTable('payment_attempts')
    .set({ status_asked_at: now })
    .where('id', '=', attemptId)
    .where((eb) => eb.or([eb('status_asked_at', 'is', null), eb('status_asked_at', '<=', earlier(now, atMostEveryMs))]))
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}
