import { refreshIntervalMs } from '@camilan/contract/order-values'
import type { Db } from '../../platform/db/db.ts'
import { isDueSince } from '../../platform/db/stored-moments.ts'
import { type AttemptRow, attemptsOfOrder } from '../attempts/queries.ts'
import type { PaymentDeps } from '../deps.ts'
import { GatewayUnavailable } from '../errors.ts'
import { applyReport } from './apply-report.ts'

/** A payment attempt as it is just before the gateway is asked about it. */
export interface AskedAttempt {
  id: string
  /** The keys with which the gateway is asked. */
  key_set_id: string | null
  status: string
  reversed_at: Date | null
}

/** What counted when the gateway was asked. Its report may be older than what the shop knows by now. */
export interface WhenAsked {
  /** False: if the payment counts now, the report does not tell whether its money was taken back. */
  wasCounted: boolean
  /** The money had been taken back, so a settlement is newer than that. */
  wasTakenBack: boolean
}

export const whenAsked = ({ status, reversed_at }: Pick<AskedAttempt, 'status' | 'reversed_at'>): WhenAsked => ({
  wasCounted: status === 'SUKSES',
  wasTakenBack: reversed_at !== null,
})

/** Of an attempt that could be paid. */
export const whenUnpaid: WhenAsked = { wasCounted: false, wasTakenBack: false }

/** Ask the gateway for the state of a payment, and apply it. @throws {GatewayUnavailable} nothing changed */
export async function askAbout(deps: PaymentDeps, attempt: AskedAttempt) {
  const { id: attemptId, key_set_id } = attempt
  const report = await (await deps.gateways.of(key_set_id)).status(attemptId)
  return applyReport(deps, { attemptId, report, ...whenAsked(attempt) })
}

/** Of an order with more attempts the newest are asked about. */
const maxAsked = 5

/**
 * Ask the gateway for the state of an order's payments and apply it, each at most once in `refreshIntervalMs`: of the
 * one that can be paid, and of those that ended, for which money may have come. It has no effect on other orders.
 * @param paid  also ask about the payment that paid the order, which the gateway may have taken back
 * @throws {GatewayUnavailable} the gateway does not answer; nothing changes
 */
export async function refreshOrder(deps: PaymentDeps, orderId: string, { paid }: { paid: boolean }): Promise<void> {
  const attempts = await attemptsOfOrder(deps.db, orderId)
  const asked = attempts
    .filter(({ status, snap_token }) => snap_token !== null && (status !== 'SUKSES' || paid))
    .toSorted((a, b) => b.number - a.number)
    .slice(0, maxAsked)
  for (const attempt of asked)
    if (await claimStatusRequest(deps.db, attempt.id, deps.clock()))
      await askAbout(deps, attempt).catch(async (error: unknown) => {
        if (error instanceof GatewayUnavailable) await forgetStatusRequest(deps.db, attempt)
        throw error
      })
}

/** The gateway did not answer: the jobs ask about a payment that has ended or was paid as if it had not been asked. */
const forgetStatusRequest = (db: Db, { id, status_asked_at }: AttemptRow) =>
  db
    .updateTable('payment_attempts')
    .set({ status_asked_at })
    .where('id', '=', id)
    .where('status', '<>', 'PENDING')
    .execute()

/** @returns false if the gateway was asked less than `refreshIntervalMs` ago */
async function claimStatusRequest(db: Db, attemptId: string, now: Date): Promise<boolean> {
  const claimed = await db
    .updateTable('payment_attempts')
    .set({ status_asked_at: now })
    .where('id', '=', attemptId)
    .where((eb) => eb.or([eb('status_asked_at', 'is', null), isDueSince('status_asked_at', refreshIntervalMs, now)]))
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}
