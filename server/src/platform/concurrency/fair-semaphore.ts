import { ShopError } from '../errors.ts'
import { FairPlaces } from './fair-places.ts'

interface Limits {
  running: number
  waiting: number
  waitingPerKey?: number
}

export interface FairSemaphore {
  /** @throws {ShopError} UNAVAILABLE if the call finds no place to wait, or this is closed */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Refuse all waiting and later calls. Running work continues. */
  close(): void
}

interface Waiting {
  start: () => void
  refuse: (error: ShopError) => void
}

/**
 * Limits the expensive work that runs at the same time, with a fair share for each key, such as an IP address: the keys
 * take turns. If too many calls wait, the key with most of them loses its newest one to a key that has fewer.
 */
export function fairSemaphore({ running, waiting, waitingPerKey = waiting }: Limits): FairSemaphore {
  const places = new FairPlaces<Waiting>(running, ({ start }) => start())
  let isClosed = false

  /** Whether a call of the key may begin or wait. */
  function hasRoom(key: string): boolean {
    if (isClosed) return false
    if (places.hasFree) return true
    if (places.waitingOf(key) >= waitingPerKey) return false
    if (places.waiting < waiting) return true
    const loser = places.removeNewestOfMost(key)
    loser?.refuse(new ShopError('UNAVAILABLE'))
    return loser !== undefined
  }

  return {
    async run(key, work) {
      if (!hasRoom(key)) throw new ShopError('UNAVAILABLE')
      await new Promise<void>((start, refuse) => places.enter(key, { start, refuse }))
      try {
        return await work()
      } finally {
        places.leave()
      }
    },
    close() {
      isClosed = true
      for (const { refuse } of places.removeAll()) refuse(new ShopError('UNAVAILABLE'))
    },
  }
}
