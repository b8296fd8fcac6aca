/**
 * Reads the live events of an account. One of its tabs, the leader, reads the stream and passes the events to the others. The
 * lock and the channel have the account's name: a tab of another account neither waits for this one nor hears it.
 */
import type { LiveOrder, Notification } from '@camilan/contract/notifications'
import { isTabCurrent } from '~/platform/api/session'
import { followEvents, type StreamEvent } from './event-stream'
import type { LiveEvent } from './live'

const nameOf = (account: string) => `camilan-live:${account}`

interface AccountStream {
  token: string
  /** Its id. */
  account: string
  signal: AbortSignal
  onEvent: (event: LiveEvent) => void
}

export function followAccount({ token, account, signal, onEvent }: AccountStream): void {
  if (signal.aborted) return
  const channel = new BroadcastChannel(nameOf(account))
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => onEvent(data)
  signal.addEventListener('abort', () => channel.close(), { once: true })
  const publish = (event: LiveEvent) => {
    onEvent(event)
    channel.postMessage(event)
  }
  void withLeaderLock(nameOf(account), signal, {
    lead: (hadLeader) => readStream({ token, signal, hadLeader, publish }),
    // The other tab may have received events while this page was loading.
    follow: () => onEvent({ kind: 'missed' }),
  })
}

interface Roles {
  /** @param hadLeader  whether another tab led before this one: there was no stream between the two */
  lead(hadLeader: boolean): Promise<void>
  /** Another tab leads now. */
  follow(): void
}

/** Run `lead` in one tab at a time, because a browser opens at most six connections to a server. */
async function withLeaderLock(name: string, signal: AbortSignal, { lead, follow }: Roles): Promise<void> {
  // Locks exist in secure contexts only; without them each tab opens its own stream.
  if (!('locks' in navigator)) return lead(false)
  try {
    const hasLed = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await lead(false)
      return lock !== null
    })
    if (hasLed) return
    follow()
    await navigator.locks.request(name, { signal }, () => lead(true))
  } catch (error) {
    if (!signal.aborted) console.error(error)
  }
}

interface StreamOfTab {
  token: string
  signal: AbortSignal
  hadLeader: boolean
  publish: (event: LiveEvent) => void
}

function readStream({ token, signal, hadLeader, publish }: StreamOfTab): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const stream = {
    signal,
    open: () =>
      isTabCurrent()
        ? fetch('/api/notifications/stream', { headers, signal, cache: 'no-store' })
        : new Promise<never>(() => {}), // the tab is about to be loaded again
    pause: (milliseconds: number) => pause(milliseconds, signal),
    onEvent(streamed: StreamEvent) {
      const event = toLiveEvent(streamed)
      if (event) publish(event)
    },
    mayHaveMissed: (response: Response) => hadLeader || isOlderThanSilence(response),
    onMissed: () => publish({ kind: 'missed' }),
  }
  return followEvents(stream)
}

/** Whether there may have been an event since the browser began to load the page. */
const isOlderThanSilence = ({ headers }: Response) => performance.now() > Number(headers.get('x-silent-ms'))

function toLiveEvent({ event, data }: StreamEvent): LiveEvent | undefined {
  if (event === 'notification') return { kind: 'notification', notification: JSON.parse(data) as Notification }
  if (event === 'order') return { kind: 'order', order: JSON.parse(data) as LiveOrder }
  return undefined
}

/** Ends early when the network is back or `signal` aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
