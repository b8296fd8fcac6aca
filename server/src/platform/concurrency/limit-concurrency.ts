import { ShopError } from '../errors.ts'

type RunLimited = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Limits the expensive work that runs at the same time, so that the rest of the server stays responsive. Up to `running`
 * calls run at a time; up to `waiting` more wait in order.
 * @returns a function that runs work within the limit; it throws UNAVAILABLE at once if the queue is full
 */
export function limitConcurrency({ running, waiting }: { running: number; waiting: number }): RunLimited {
  let active = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (active < running) active += 1
    else if (queue.length < waiting) await new Promise<void>((start) => queue.push(start))
    else throw new ShopError('UNAVAILABLE')
    try {
      return await work()
    } finally {
      // The place goes directly to the next waiting call, so that a new call can't take it first.
      const next = queue.shift()
      if (next) next()
      else active -= 1
    }
  }
}
