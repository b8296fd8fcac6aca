import type { PaymentDeps } from './deps.ts'
import { GatewayUnavailable } from './errors.ts'

/** After this many payments in a row without an answer the gateway counts as unavailable, and the run ends. */
const maxUnanswered = 3

interface Run<Payment> {
  /** Undefined when none is left. */
  next(): Promise<Payment | undefined>
  concurrency: number
  signal: AbortSignal | undefined
}

/** A failure of one payment does not stop the others, but when the gateway does not answer, asking it again is useless. */
export async function forEachPayment<Payment extends string | { id: string }>(
  { log }: Pick<PaymentDeps, 'log'>,
  { next, concurrency, signal }: Run<Payment>,
  act: (payment: Payment) => Promise<unknown>,
): Promise<void> {
  let unanswered = 0
  const work = async () => {
    while (!signal?.aborted && unanswered < maxUnanswered) {
      const payment = await next()
      if (payment === undefined) return
      try {
        await act(payment)
        unanswered = 0
      } catch (error) {
        log.warn({ err: error, id: typeof payment === 'string' ? payment : payment.id }, 'not reconciled')
        unanswered = error instanceof GatewayUnavailable ? unanswered + 1 : 0
      }
    }
  }
  const workers = Array.from({ length: concurrency }, work)
  await Promise.allSettled(workers) // if one fails, the others still finish what they have begun
  await Promise.all(workers)
}
