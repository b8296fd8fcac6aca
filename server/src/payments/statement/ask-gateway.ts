import type { GatewayAnswer } from '@camilan/contract/payment-report'
import { applyReport } from '../apply/apply-report.ts'
import { type AskedAttempt, whenAsked } from '../apply/ask-about.ts'
import { forEachPayment } from '../apply/for-each-payment.ts'
import { recordUnmatched } from '../apply/record-unmatched.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Gateways } from '../keys/gateways.ts'

/** How many are asked at a time, and for one report. Another upload goes on with the rest. */
const limits = { concurrency: 4, payments: 200, ms: 20_000 }

export interface AskDeps {
  payments: PaymentDeps
  /** They also answer while the shop is quiet after a restore: nothing changes there. */
  reading: Gateways
  isQuiet: () => boolean
}

/** Money that the shop does not have, or that went back. */
export interface Asked {
  id: string
  /** Undefined for an id that the shop does not know. */
  attempt: Omit<AskedAttempt, 'id'> | undefined
}

/**
 * Ask the gateway about money that only the report has, or that went back only there. What it confirms is recorded as a payment without an order, or
 * applied to its attempt; while the shop is quiet, nothing is applied.
 * @returns the answers; those that are missing were not asked or not answered
 */
export async function askGateway(
  { payments, reading, isQuiet }: AskDeps,
  asked: readonly Asked[],
): Promise<Map<string, GatewayAnswer>> {
  const answers = new Map<string, GatewayAnswer>()
  const waiting = asked.filter(({ attempt }) => !(attempt && isQuiet())).slice(0, limits.payments)
  const signal = AbortSignal.timeout(limits.ms)
  const { concurrency } = limits
  await forEachPayment(
    payments,
    { next: async () => waiting.shift(), concurrency, signal },
    async ({ id, attempt }) => {
      const gateway = attempt ? await reading.of(attempt.key_set_id) : reading.current()?.gateway
      if (!gateway) return
      const report = await gateway.status(id)
      const isPaid = attempt?.status === 'SUKSES'
      if (report.state === 'absent' || report.orderId !== id) answers.set(id, 'absent')
      else if (!isPaid && !/refunded|charged-back|settled/.test(report.state)) answers.set(id, 'no-money')
      else if (attempt) {
        const outcome = await applyReport(payments, { attemptId: id, report, ...whenAsked(attempt) })
        const isUnchanged = isPaid && outcome === 'ignore'
        if (!isUnchanged) answers.set(id, 'applied')
        else if (report.state === 'settled') answers.set(id, 'has-money')
      } else {
        await recordUnmatched(payments, { id, report })
        answers.set(id, 'recorded')
      }
    },
  )
  return answers
}
