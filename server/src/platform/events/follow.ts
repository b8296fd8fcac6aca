import { isTemporaryFailure } from '../temporary-failure.ts'
import type { Broadcast } from './broadcast.ts'

interface FollowOptions {
  broadcast: Broadcast
  topic: string
  /** An event can be lost. The state is read again after this time. */
  rereadMs: number
}

export interface Followed {
  reload(): Promise<void>
  /** Called after each read that found a change. @returns a function that ends the calls */
  onChange(listener: () => void): () => void
  close(): void
}

/**
 * Reads a state of the database into this process, and again at each event of its topic.
 * @param read  says whether it found a change
 */
export async function follow(
  read: () => Promise<boolean>,
  { broadcast, topic, rereadMs }: FollowOptions,
): Promise<Followed> {
  const listeners = new Set<() => void>()
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  /** One read at a time, so that an older answer never replaces a newer one. Calls meanwhile share the next read. */
  const reload = () => {
    next ??= last
      .catch(() => {})
      .then(async () => {
        next = undefined
        if (await read()) for (const listener of listeners) listener()
      })
    last = next
    return next
  }
  const tryReload = () => void reload().catch(() => {}) // the database is away: the next event or read finds out
  const unsubscribe = broadcast.subscribe(topic, { onEvent: tryReload, onDisconnect: tryReload })
  await reload().catch((error: unknown) => {
    if (!isTemporaryFailure(error)) throw error // the database is away: it is read as soon as that is back
  })
  const timer = setInterval(tryReload, rereadMs)
  timer.unref()
  return {
    reload,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}
