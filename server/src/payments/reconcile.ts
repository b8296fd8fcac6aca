import { applyReport } from './apply-report.ts'
import type { PaymentDeps } from './deps.ts'
import { forEachPayment } from './for-each-payment.ts'
import { endedAttempts, openAttempts } from './queries.ts'

/** The most of each kind that one run handles, so that it does not overload the gateway. */
const maxPerRun = { open: 200, ended: 50 }

/**
 * Compare the payments with the gateway and apply those whose notification was lost. While the gateway does not answer,
 * everything stays as it is until the next run.
 * @param signal  aborts when the server stops: the current payment is finished, the others are left for the next start
 */
export async function reconcile(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { db, gateways, clock } = deps
  const now = clock()
  for (const list of [() => openAttempts(db, maxPerRun.open, now), () => endedAttempts(db, maxPerRun.ended, now)]) {
    const attempts = await list()
    const next = async () => attempts.shift()
    await forEachPayment(deps, { next, concurrency: 1, signal }, async ({ id: attemptId, key_set_id }) => {
      await db.updateTable('payment_attempts').set({ status_asked_at: now }).where('id', '=', attemptId).execute()
      const report = await (await gateways.of(key_set_id)).status(attemptId)
      const outcome = await applyReport(deps, { attemptId, report, wasCounted: false })
      if (outcome === 'pay') deps.watch?.paid('reconciliation')
    })
  }
}
