/** Tells caches in front of the server which pages have changed, so that they drop them early. */
import { setTimeout as wait } from 'node:timers/promises'

interface PurgeOptions {
  /** Each gets a POST with a `Purge` as JSON. */
  urls: readonly string[]
  /** Sent as a bearer token. */
  token?: string | undefined
  log: { warn(details: object, message: string): void }
  /** Changes within this time are told together. By then the other processes know of them, too. */
  gatherMs?: number
  /** Every change is told twice: a process that learned of it late may have sent an old page to a cache in between. */
  repeatMs?: number
  /** The time limit of one request. */
  timeoutMs?: number
  /** The pauses before a failed request is sent again. */
  retryMs?: readonly number[]
}

/** A path stands for itself with any query, and the path of a product for all its spellings, because only its id counts. */
interface Purge {
  /** Anything may have changed. `paths` is then empty. */
  everything: boolean
  paths: string[]
}

export interface CachePurger {
  /** Returns at once. @param paths undefined for everything */
  tell(paths: readonly string[] | undefined): void
  /** Sends the waiting changes, once and for at most a second. */
  close(): Promise<void>
}

/** More paths are told as a change of everything, so that the list for a silent cache stays small. */
const maxPaths = 500
const closeMs = 1_000

export function openCachePurger(options: PurgeOptions): CachePurger {
  const { urls, gatherMs = 100, repeatMs = 1_000 } = options
  const closing = new AbortController()
  const repetitions = new Set<NodeJS.Timeout>()
  const caches = urls.map((url) => cacheAt(url, options, closing.signal))
  let gathered: Purge | undefined
  let timer: NodeJS.Timeout | undefined

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    if (!gathered) return
    const purge = gathered
    gathered = undefined
    for (const cache of caches) cache.add(purge)
    if (closing.signal.aborted) return
    const repetition = setTimeout(() => {
      repetitions.delete(repetition)
      for (const cache of caches) cache.add(purge)
    }, repeatMs)
    repetitions.add(repetition)
  }

  return {
    tell(paths) {
      if (paths?.length === 0 || closing.signal.aborted) return
      gathered = merged(gathered, { everything: paths === undefined, paths: [...(paths ?? [])] })
      timer ??= setTimeout(send, gatherMs)
    },
    async close() {
      closing.abort()
      for (const repetition of repetitions) clearTimeout(repetition)
      send()
      const emptied = Promise.all(caches.map((cache) => cache.emptied()))
      await Promise.race([emptied, wait(closeMs, undefined, { ref: false })])
    },
  }
}

/** The changes that wait for a cache are one request, sent after the request before it. */
function cacheAt(url: string, options: PurgeOptions, closing: AbortSignal) {
  let waiting: Purge | undefined
  let sending: Promise<void> | undefined
  const empty = async () => {
    while (waiting) {
      const purge = waiting
      waiting = undefined
      await deliver(url, purge, options, closing)
    }
  }
  return {
    add(purge: Purge) {
      waiting = merged(waiting, purge)
      sending ??= empty().finally(() => {
        sending = undefined
      })
    },
    emptied: async () => sending,
  }
}

async function deliver(url: string, purge: Purge, options: PurgeOptions, closing: AbortSignal): Promise<void> {
  const { log, retryMs = [250, 1_000] } = options
  for (const pauseMs of [...retryMs, undefined]) {
    try {
      await post(url, purge, options)
      return
    } catch (err) {
      if (pauseMs === undefined || closing.aborted) {
        const { origin, pathname } = new URL(url) // its query may be secret
        log.warn({ err, url: origin + pathname }, 'a cache could not be told what changed, and may send old pages')
        return
      }
      await wait(pauseMs, undefined, { signal: closing }).catch(() => {})
    }
  }
}

async function post(url: string, purge: Purge, { token, timeoutMs = 2_000 }: PurgeOptions): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(purge),
    redirect: 'manual', // the token is only for this address
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`it answered with ${response.status}`)
}

function merged(first: Purge | undefined, second: Purge): Purge {
  const paths = [...new Set([...(first?.paths ?? []), ...second.paths])]
  const everything = first?.everything === true || second.everything || paths.length > maxPaths
  return { everything, paths: everything ? [] : paths }
}
