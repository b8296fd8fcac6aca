import { isTemporaryFailure } from '../temporary-failure.ts'
import type { Broadcast } from './broadcast.ts'
import { messageOf } from './subscribers.ts'

interface FollowOptions {
  broadcast: Broadcast
  topic: string
  /** An event can be lost. The state is read again after this time. */
  rereadMs: number
}

export interface Followed {
  /** @throws the failure of the read */
  reload(): Promise<void>
  /** Read a change that this process has committed. If that fails, it is read a second later: the change has succeeded. */
  readOwnChange(): Promise<void>
  /**
   * Called after each read that found a change. One that fails stops no other, and is called again after the next read.
   * @returns a function that ends the calls
   */
  onChange(listener: () => void): () => void
  close(): void
}

/** The time after which a failed read is repeated. */
const retryMs = 1_000

/**
 * Reads a state of the database into this process, and again at each event of its topic.
 * @param read  says whether it found a change
 */
export async function follow(
  read: () => Promise<boolean>,
  { broadcast, topic, rereadMs }: FollowOptions,
): Promise<Followed> {
  const listeners = new Set<() => void>()
  /** Those that have not been told of the last change. */
  const untold = new Set<() => void>()
  let lastProblem: string | undefined
  /** Each problem is told once while it lasts. That the database is away is told elsewhere. */
  const tell = (what: string, error: unknown) => {
    const problem = `${what} of ${topic} has failed: ${messageOf(error)}`
    if (problem !== lastProblem && !isTemporaryFailure(error)) broadcast.warn(problem)
    lastProblem = problem
  }
  const callUntold = () => {
    for (const listener of untold) {
      try {
        listener()
        untold.delete(listener)
      } catch (error) {
        tell('a listener', error)
      }
    }
  }
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  /** One read at a time, so that an older answer never replaces a newer one. Calls meanwhile share the next read. */
  const reload = () => {
    next ??= last
      .catch(() => {})
      .then(async () => {
        next = undefined
        if (await read()) for (const listener of listeners) untold.add(listener)
        callUntold()
        if (untold.size === 0) lastProblem = undefined
      })
    last = next
    return next
  }
  let retry: NodeJS.Timeout | undefined
  const readOwnChange = () =>
    reload().catch((error: unknown) => {
      tell('a read', error)
      clearTimeout(retry)
      if (!isClosed) retry = setTimeout(tryReload, Math.min(retryMs, rereadMs)).unref()
    })
  const tryReload = () => void readOwnChange()
  let isClosed = false
  const unsubscribe = broadcast.subscribe(topic, { onEvent: tryReload, onDisconnect: tryReload })
  await reload().catch((error: unknown) => {
    if (!isTemporaryFailure(error)) throw error // the database is away: it is read as soon as that is back
  })
  const timer = setInterval(tryReload, rereadMs)
  timer.unref()
  return {
    reload,
    readOwnChange,
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        untold.delete(listener)
      }
    },
    close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(retry)
      unsubscribe()
    },
  }
}
