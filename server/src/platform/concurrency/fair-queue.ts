import { ShopError } from '../errors.ts'
import { FairPlaces } from './fair-places.ts'

type RunFairly = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Waiting {
  start: () => void
  refuse: (error: ShopError) => void
}

/**
 * Limits how much expensive work runs at the same time, with a fair share for each key, such as an IP address. Up to
 * `running` calls run at a time; up to `waiting` more wait. When the queue is full, the key with the most waiting calls loses
 * its newest one to a key that has fewer.
 * @returns a function that runs work within the limits; it throws UNAVAILABLE when the call has no place in the queue
 */
export function fairQueue({ running, waiting }: { running: number; waiting: number }): RunFairly {
  const places = new FairPlaces<Waiting>(running, ({ start }) => start())

  const enter = (key: string) =>
    new Promise<void>((start, refuse) => {
      if (places.isFree || places.waiting < waiting) return places.enter(key, { start, refuse })
      const loser = places.removeNewestOfMost(key)
      if (loser) places.enter(key, { start, refuse })
      const { refuse: refuseLoser } = loser ?? { refuse }
      refuseLoser(new ShopError('UNAVAILABLE'))
    })

  return async (key, work) => {
    await enter(key)
    try {
      return await work()
    } finally {
      places.leave()
    }
  }
}
