import { ShopError } from '../errors.ts'

type RunFairly = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Waiting {
  start: () => void
  refuse: (error: ShopError) => void
}

/**
 * Limits how much expensive work runs at the same time, with a fair share for each key, such as an IP address: the keys
 * take turns, however many calls each of them has waiting. Up to `running` calls run at a time; up to `waiting` more wait.
 * When the queue is full, the key with the most waiting calls loses its newest one to a key that has fewer.
 * @returns a function that runs work within the limits; it throws UNAVAILABLE when the call has no place in the queue
 */
export function fairQueue({ running, waiting }: { running: number; waiting: number }): RunFairly {
  let active = 0
  let queued = 0
  /** In the order of their turns. A key without waiting calls is not in it. */
  const queues = new Map<string, Waiting[]>()

  function longestQueue(): Waiting[] {
    return [...queues.values()].reduce((longest, queue) => (queue.length > longest.length ? queue : longest), [])
  }

  function wait(key: string): Promise<void> {
    const queue = queues.get(key) ?? []
    if (queued >= waiting) {
      const longest = longestQueue()
      // One more than its own is no advantage that could be taken away: the two would only change places.
      if (longest.length <= queue.length + 1) throw new ShopError('UNAVAILABLE')
      longest.pop()?.refuse(new ShopError('UNAVAILABLE'))
      queued -= 1
    }
    queued += 1
    return new Promise((start, refuse) => {
      queue.push({ start, refuse })
      queues.set(key, queue)
    })
  }

  /** The first key's oldest call; the key goes to the end. */
  function takeNext(): Waiting | undefined {
    for (const [key, queue] of queues) {
      queues.delete(key)
      const next = queue.shift()
      if (queue.length > 0) queues.set(key, queue)
      queued -= 1
      return next
    }
    return undefined
  }

  return async (key, work) => {
    if (active < running) active += 1
    else await wait(key)
    try {
      return await work()
    } finally {
      // The slot is passed to the next waiting call directly, so that a new call can't take it first.
      const next = takeNext()
      if (next) next.start()
      else active -= 1
    }
  }
}
