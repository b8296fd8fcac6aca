import type { PaymentDeps } from '../deps.ts'
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
  wasWithdrawn: boolean
}

export const whenAsked = ({ status, reversed_at }: Pick<AskedAttempt, 'status' | 'reversed_at'>): WhenAsked => ({
  wasCounted: status === 'SUKSES',
  wasWithdrawn: reversed_at !== null,
})

/** Of an attempt that could be paid. */
export const whenUnpaid: WhenAsked = { wasCounted: false, wasWithdrawn: false }

/** Ask the gateway for the state of a payment, and apply it. @throws {GatewayUnavailable} nothing changed */
export async function askAbout(deps: PaymentDeps, attempt: AskedAttempt) {
  const { id: attemptId, key_set_id } = attempt
  const report = await (await deps.gateways.of(key_set_id)).status(attemptId)
  return applyReport(deps, { attemptId, report, ...whenAsked(attempt) })
}
