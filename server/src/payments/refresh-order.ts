import { refreshIntervalMs } from '@camilan/contract/order-values'
import { earlier } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { applyReport } from './apply-report.ts'
import type { PaymentDeps } from './deps.ts'
import { orderWithLiveAttempt } from './queries.ts'

/**
 * Ask the gateway for the state of an unpaid order's payment and apply it, at most once in `refreshIntervalMs`. It has no
 * effect on other orders.
 * @throws {GatewayUnavailable} the gateway does not answer; nothing changes
 */
export async function refreshOrder(deps: PaymentDeps, orderId: string): Promise<void> {
  const { db, gateways, clock } = deps
  const order = await orderWithLiveAttempt(db, orderId)
  if (order?.status !== 'DIPROSES' || order.attempt_id === null || order.snap_token === null) return
  const attemptId = order.attempt_id
  if (!(await claimStatusRequest(db, attemptId, clock()))) return
  const report = await (await gateways.of(order.key_set_id)).status(attemptId)
  await applyReport(deps, { attemptId, report, wasCounted: false })
}

/** @returns false if the gateway was asked less than `refreshIntervalMs` ago */
async function claimStatusRequest(db: Db, attemptId: string, now: Date): Promise<boolean> {
  const claimed = await db
    .updateTable('payment_attempts')
    .set({ status_asked_at: now })
    .where('id', '=', attemptId)
    .where((eb) =>
      eb.or([eb('status_asked_at', 'is', null), eb('status_asked_at', '<=', earlier(now, refreshIntervalMs))]),
    )
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}
