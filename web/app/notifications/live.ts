/** Live events about the account. One tab, the leader, reads the stream and passes its events to the other tabs. */
import type { LiveOrder, Notification } from '@camilan/contract/notifications'
import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '~/platform/session'
import { followEvents, type StreamEvent } from './event-stream'

export type LiveEvent =
  | { kind: 'notification'; notification: Notification }
  | { kind: 'order'; order: LiveOrder }
  /** The stream was interrupted: events may have been lost, so ask the server. */
  | { kind: 'missed' }

const listeners = new Set<(event: LiveEvent) => void>()
const channelName = 'camilan-live'
const lockName = 'camilan-live'

/** Handle live events while this component is shown. */
export function useLiveEvents(handle: (event: LiveEvent) => void): void {
  const onEvent = useEffectEvent(handle)
  useEffect(() => {
    const listener = (event: LiveEvent) => onEvent(event)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
}

/** Load the page's data again after an event that concerns it, and after events that may have been missed. */
export function useLivePage(concerns: (event: Exclude<LiveEvent, { kind: 'missed' }>) => boolean): void {
  const { revalidate } = useRevalidator()
  useLiveEvents((event) => {
    // Without a network the load would fail, and its error would replace the page.
    if (navigator.onLine && (event.kind === 'missed' || concerns(event))) void revalidate()
  })
}

/** For a layout: receive live events while a user is logged in. */
export function useLiveStream(): void {
  const { token } = useSession()
  useEffect(() => {
    if (token === null) return
    const leaving = new AbortController()
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => notifyListeners(data)
    const publish = (event: LiveEvent) => {
      notifyListeners(event)
      channel.postMessage(event)
    }
    void withLeaderLock(leaving.signal, (hadLeader) =>
      readStream({ token, signal: leaving.signal, hadLeader, publish }),
    )
    return () => {
      leaving.abort()
      channel.close()
    }
  }, [token])
}

function notifyListeners(event: LiveEvent): void {
  for (const listener of listeners) listener(event)
}

/**
 * Run `lead` in one tab at a time, as a browser opens at most six connections to a server.
 * @param lead  gets whether another tab led before this one
 */
async function withLeaderLock(signal: AbortSignal, lead: (hadLeader: boolean) => Promise<void>): Promise<void> {
  // Locks exist in secure contexts only; without them each tab opens its own stream.
  if (!('locks' in navigator)) return lead(false)
  try {
    const hasLed = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
      if (lock) await lead(false)
      return lock !== null
    })
    if (!hasLed) await navigator.locks.request(lockName, { signal }, () => lead(true))
  } catch (error) {
    if (!signal.aborted) console.error(error)
  }
}

interface StreamOfTab {
  token: string
  signal: AbortSignal
  /** Another tab led before: there was no stream between the two. */
  hadLeader: boolean
  publish: (event: LiveEvent) => void
}

function readStream({ token, signal, hadLeader, publish }: StreamOfTab): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const stream = {
    signal,
    open: () => fetch('/api/notifications/stream', { headers, signal, cache: 'no-store' }),
    pause: (milliseconds: number) => pause(milliseconds, signal),
    onEvent(streamed: StreamEvent) {
      const event = toLiveEvent(streamed)
      if (event) publish(event)
    },
    onMissed: () => publish({ kind: 'missed' }),
  }
  return followEvents(stream, hadLeader)
}

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
