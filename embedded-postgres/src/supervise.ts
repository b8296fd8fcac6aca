import { setTimeout as sleep } from 'node:timers/promises'
import type { Log, Postmaster } from './postmaster.ts'

const firstDelayMs = 100
const longestDelayMs = 5_000
const healthyAfterMs = 60_000

/** Start a postmaster again whenever it dies, until `signal` aborts; then stop it. Resolves after its end. */
export async function supervise(
  first: Postmaster,
  start: (signal: AbortSignal) => Promise<Postmaster>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const stopRequested = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  let postmaster: Postmaster | undefined = first
  let startedAt = Date.now()
  let delayMs = firstDelayMs
  while (!signal.aborted) {
    if (postmaster) {
      const end = await Promise.race([postmaster.ended, stopRequested])
      if (signal.aborted) break
      if (Date.now() - startedAt > healthyAfterMs) delayMs = firstDelayMs
      log(`PostgreSQL ended unexpectedly (${end}); it starts again in ${delayMs} ms`)
    }
    await sleep(delayMs, undefined, { signal }).catch(() => {})
    delayMs = Math.min(delayMs * 2, longestDelayMs)
    startedAt = Date.now()
    postmaster = await start(signal).catch((error: Error) => {
      log(`${error.message}; another try in ${delayMs} ms`)
      return undefined
    })
  }
  await postmaster?.stop()
}
