import type { Db } from '../db/db.ts'
import { type Broadcast, publish } from './broadcast.ts'

interface Options {
  ms: number
  db: Db
  broadcast: Broadcast
  topic: string
  /** Called when another value has replaced the kept one. */
  onChange?: () => void
  clock?: () => Date
}

interface Shared<T> {
  value: T
  madeAt: number
}

/**
 * Like `memoized`, but all processes keep the value that one of them makes, so that all show the same. If several make one
 * at the same time, all keep the last. A value goes through JSON and may have at most 7,900 bytes.
 */
export function sharedByProcesses<T>(
  { ms, db, broadcast, topic, onChange = () => {}, clock = () => new Date() }: Options,
  make: () => Promise<T>,
): () => Promise<T> {
  let shared: { value: T; madeAt: number; endsAt: number } | undefined
  let last: string | undefined
  broadcast.subscribe(topic, {
    onEvent({ data }) {
      const { value, madeAt } = data as Shared<T>
      if (shared && performance.now() < shared.endsAt && madeAt < shared.madeAt) return
      shared = { value, madeAt, endsAt: performance.now() + ms }
      const text = JSON.stringify(value)
      if (last !== undefined && text !== last) onChange()
      last = text
    },
    onDisconnect() {
      shared = undefined // another process may have sent a newer one meanwhile
    },
  })
  /** Concurrent callers wait for the same value. */
  let making: Promise<T> | undefined
  const makeAndShare = async () => {
    const value = await make()
    const data: Shared<T> = { value, madeAt: clock().getTime() }
    void publish(db, { topic, event: 'made', data }).catch(() => {}) // the others make their own
    return shared?.value ?? value
  }
  return async () => {
    if (shared && performance.now() < shared.endsAt) return shared.value
    making ??= makeAndShare().finally(() => {
      making = undefined
    })
    return making
  }
}
