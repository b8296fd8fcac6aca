import { ShopError } from '../errors.ts'

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A gate for heavy work, so that it does not starve the rest of the server: so many run at a time, so many more wait
 * in order.
 * @throws {ShopError} UNAVAILABLE at once, when the queue is full
 */
export function limitConcurrency({ running, waiting }: { running: number; waiting: number }): InTurn {
  let busy = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (busy < running) busy += 1
    else if (queue.length < waiting) await new Promise<void>((turn) => queue.push(turn))
    else throw new ShopError('UNAVAILABLE')
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that nobody who comes in between takes it.
      const next = queue.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
