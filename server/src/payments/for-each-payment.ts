import type { PaymentDeps } from './deps.ts'
import { GatewayUnavailable } from './errors.ts'

/** After this many payments in a row without an answer the gateway counts as unavailable, and the run ends. */
const maxUnanswered = 3

interface Run {
  /** Undefined when none is left. */
  nextId(): Promise<string | undefined>
  concurrency: number
  signal: AbortSignal | undefined
}

/** A failure of one payment does not stop the others, but when the gateway does not answer, asking it again is useless. */
export async function forEachPayment(
  { log }: Pick<PaymentDeps, 'log'>,
  { nextId, concurrency, signal }: Run,
  act: (id: string) => Promise<unknown>,
): Promise<void> {
  let unanswered = 0
  const work = async () => {
    while (!signal?.aborted && unanswered < maxUnanswered) {
      const id = await nextId()
      if (id === undefined) return
      try {
        await act(id)
        unanswered = 0
      } catch (error) {
        log.warn({ err: error, id }, 'not reconciled')
        unanswered = error instanceof GatewayUnavailable ? unanswered + 1 : 0
      }
    }
  }
  const workers = Array.from({ length: concurrency }, work)
  await Promise.allSettled(workers) // if one fails, the others still finish what they have begun
  await Promise.all(workers)
}
