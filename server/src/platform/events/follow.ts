import { oneAtATime } from '../jobs/one-at-a-time.ts'
import { isTemporaryFailure } from '../temporary-failure.ts'
import type { Broadcast } from './broadcast.ts'

interface FollowOptions {
  broadcast: Broadcast
  topic: string
  /** An event can be lost: after this time it is read in any case. */
  rereadMs: number
}

interface Followed {
  /** Read it now. */
  reload(): Promise<void>
  close(): void
}

/** Reads a state of the database into this process, and again at each event of its topic. One reading at a time. */
export async function follow(
  read: () => Promise<void>,
  { broadcast, topic, rereadMs }: FollowOptions,
): Promise<Followed> {
  const reload = oneAtATime(read)
  const tryReload = () => void reload().catch(() => {}) // the database is away: the next event or reading finds out
  const unsubscribe = broadcast.subscribe(topic, { onEvent: tryReload, onDisconnect: tryReload })
  await reload().catch((error: unknown) => {
    if (!isTemporaryFailure(error)) throw error // the database is away: it is read as soon as that is back
  })
  const timer = setInterval(tryReload, rereadMs)
  timer.unref()
  return {
    reload,
    close() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}
