import { setTimeout as sleep } from 'node:timers/promises'
import type { Log, Postmaster } from './postmaster.ts'

const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000
const HEALTHY_AFTER_MS = 60_000

/** Start a postmaster that died again, and again, until `signal` asks to stop; then stop it. Resolves when it is gone. */
export async function supervise(
  first: Postmaster,
  start: (signal: AbortSignal) => Promise<Postmaster>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const stopAsked = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let postmaster: Postmaster | undefined = first
  let startedAt = Date.now()
  let delayMs = FIRST_DELAY_MS
  while (!signal.aborted) {
    if (postmaster) {
      const end = await Promise.race([postmaster.ended, stopAsked])
      if (signal.aborted) break
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) delayMs = FIRST_DELAY_MS
      log(`PostgreSQL ended unexpectedly (${end}); it starts again in ${delayMs} ms`)
    }
    await sleep(delayMs, undefined, { signal }).catch(() => {})
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)
    startedAt = Date.now()
    postmaster = await start(signal).catch((error: Error) => {
      log(`${error.message.split('\n')[0]}; another try in ${delayMs} ms`)
      return undefined
    })
  }
  await postmaster?.stop()
}
