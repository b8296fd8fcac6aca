import type { PaymentDeps } from '../deps.ts'
import { GatewayUnavailable } from '../errors.ts'

/** After this many payments in a row without an answer the gateway counts as unavailable, and the run ends. */
const maxUnanswered = 3

interface Run<Payment> {
  /** Undefined if there is none now. It is asked again when a running one has ended. */
  next(): Promise<Payment | undefined>
  concurrency: number
  signal: AbortSignal | undefined
}

/**
 * Act on payments, at most `concurrency` at a time, until there is none and none is running. A failure of one does not
 * stop the others, but if the gateway does not answer, the run ends.
 */
export async function forEachPayment<Payment extends string | { id: string }>(
  { log }: Pick<PaymentDeps, 'log'>,
  { next, concurrency, signal }: Run<Payment>,
  act: (payment: Payment) => Promise<unknown>,
): Promise<void> {
  const inProgress = new Set<Promise<void>>()
  let unanswered = 0
  let ended = 0
  const tryTo = async (payment: Payment) => {
    try {
      await act(payment)
      unanswered = 0
    } catch (error) {
      log.warn({ err: error, id: typeof payment === 'string' ? payment : payment.id }, 'not reconciled')
      unanswered = error instanceof GatewayUnavailable ? unanswered + 1 : 0
    }
  }
  try {
    while (!signal?.aborted && unanswered < maxUnanswered) {
      const endedBefore = ended
      const payment = await next()
      if (payment !== undefined) {
        const action = tryTo(payment).finally(() => {
          inProgress.delete(action)
          ended += 1
        })
        inProgress.add(action)
      } else if (ended > endedBefore) continue
      else if (inProgress.size === 0) return
      if (payment === undefined || inProgress.size === concurrency) await Promise.race(inProgress)
    }
  } finally {
    await Promise.all(inProgress)
  }
}
