import type { Db } from '../platform/db/db.ts'
import { applyReport } from './apply-report.ts'
import type { PaymentDeps } from './deps.ts'
import { endUnpaidOrder } from './end-unpaid-order.ts'
import { GatewayUnavailable } from './errors.ts'
import { endedAttempts, openAttempts, overdueOrders } from './queries.ts'

/** The most of each kind that one run handles, so that it does not overload the gateway. */
const maxPerRun = { overdue: 50, open: 200, ended: 50 }
/** After this many requests in a row without an answer the gateway counts as unavailable, and the run ends. */
const maxUnanswered = 3

/**
 * Compare the payments with the gateway: apply payments whose notification was lost, and end the orders that were not
 * paid in time. While the gateway does not answer, everything stays as it is until the next run.
 * @param signal  aborts when the server stops: the current order is finished, the others are left for the next start
 */
export async function reconcile(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { db, gateway, clock } = deps
  const now = clock()
  await forEach(deps, signal, await overdueOrders(db, maxPerRun.overdue, now), async (orderId) => {
    await recordStatusAsked(db, 'order_id', orderId, now)
    await endUnpaidOrder(deps, 'system', orderId)
  })
  const refresh = async (attemptId: string) => {
    await recordStatusAsked(db, 'id', attemptId, now)
    await applyReport(deps, { attemptId, report: await gateway.status(attemptId) })
  }
  await forEach(deps, signal, await openAttempts(db, maxPerRun.open, now), refresh)
  await forEach(deps, signal, await endedAttempts(db, maxPerRun.ended, now), refresh)
}

async function recordStatusAsked(db: Db, column: 'id' | 'order_id', id: string, now: Date): Promise<void> {
  await db.updateTable('payment_attempts').set({ status_asked_at: now }).where(column, '=', id).execute()
}

/** A failure of one order does not stop the others, but when the gateway does not answer, asking it again is useless. */
async function forEach(
  deps: PaymentDeps,
  signal: AbortSignal | undefined,
  ids: string[],
  act: (id: string) => Promise<unknown>,
): Promise<void> {
  let unanswered = 0
  for (const id of ids) {
    if (signal?.aborted || unanswered === maxUnanswered) return
    try {
      await act(id)
      unanswered = 0
    } catch (error) {
      deps.log.warn({ err: error, id }, 'not reconciled')
      unanswered = error instanceof GatewayUnavailable ? unanswered + 1 : 0
    }
  }
}
