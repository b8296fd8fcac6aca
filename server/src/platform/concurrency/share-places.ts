import { ShopError } from '../errors.ts'

interface PlaceLimits {
  /** Calls that run at the same time, of one key at most one. */
  running: number
  /** Calls that wait. */
  waiting: number
  waitingPerKey: number
}

export interface Places {
  /**
   * Run work when there is a place. The order is that of the calls, but a key never has two places.
   * @throws {ShopError} UNAVAILABLE at once when too many calls wait, or when the places are closed
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
  /** Refuse all calls that wait and all later ones. Running work continues. */
  close(): void
}

interface Waiting {
  key: string
  start: () => void
  refuse: (reason: ShopError) => void
}

/** Limits how much expensive work runs at the same time, so that nobody takes all places by asking more often. */
export function sharePlaces({ running, waiting, waitingPerKey }: PlaceLimits): Places {
  const active = new Set<string>()
  let queue: Waiting[] = []
  let closed = false

  const startNext = () => {
    if (active.size >= running) return
    const next = queue.find(({ key }) => !active.has(key))
    if (!next) return
    queue = queue.filter((entry) => entry !== next)
    active.add(next.key)
    next.start()
    startNext()
  }

  return {
    async run(key, work) {
      const waitingOfKey = queue.filter((entry) => entry.key === key).length
      const startsAtOnce = active.size < running && !active.has(key)
      if (closed || (!startsAtOnce && (queue.length >= waiting || waitingOfKey >= waitingPerKey))) {
        throw new ShopError('UNAVAILABLE')
      }
      await new Promise<void>((start, refuse) => {
        queue.push({ key, start, refuse })
        startNext()
      })
      try {
        return await work()
      } finally {
        active.delete(key)
        startNext()
      }
    },
    close() {
      closed = true
      for (const { refuse } of queue.splice(0)) refuse(new ShopError('UNAVAILABLE'))
    },
  }
}
