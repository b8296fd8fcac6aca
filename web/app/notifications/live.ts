/** What happens to the account while a page is open. One tab listens to the server, the others hear it from that one. */
import { LiveOrder, Notification } from '@camilan/contract/notifications'
import { useEffect, useEffectEvent } from 'react'
import { useSession } from '~/platform/session'
import { readEvents, type StreamEvent } from './event-stream'

export type LiveNews =
  | { kind: 'notification'; notification: Notification }
  | { kind: 'order'; order: LiveOrder }
  /** The line was down for a while: what happened meanwhile is not told, so look for it. */
  | { kind: 'missed' }

const listeners = new Set<(news: LiveNews) => void>()
const channelName = 'camilan-live'
const lockName = 'camilan-live'
const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Hear what happens, while this component is shown. */
export function useLiveNews(hear: (news: LiveNews) => void): void {
  const onNews = useEffectEvent(hear)
  useEffect(() => {
    const listener = (news: LiveNews) => onNews(news)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
}

/** For a layout: listen for as long as somebody is logged in. */
export function useLiveStream(): void {
  const { token } = useSession()
  useEffect(() => {
    if (token === null) return
    const leaving = new AbortController()
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<LiveNews>) => publish(data)
    const tellAll = (news: LiveNews) => {
      publish(news)
      channel.postMessage(news)
    }
    void whenElected(leaving.signal, (isHeir) => listen(token, leaving.signal, isHeir, tellAll))
    return () => {
      leaving.abort()
      channel.close()
    }
  }, [token])
}

function publish(news: LiveNews): void {
  for (const listener of listeners) listener(news)
}

/**
 * A browser opens six connections to a server at most: ten tabs must not take them all.
 * @param lead  is told whether another tab listened before
 */
async function whenElected(signal: AbortSignal, lead: (isHeir: boolean) => Promise<void>): Promise<void> {
  // Locks are there in secure contexts only; without them each tab listens for itself.
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

/** @param isHeir  takes over from another tab: between the two nobody listened */
async function listen(
  token: string,
  signal: AbortSignal,
  isHeir: boolean,
  tell: (news: LiveNews) => void,
): Promise<void> {
  let pauseMs = firstPauseMs
  let opened = isHeir
  while (!signal.aborted) {
    try {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
      const response = await fetch('/api/notifications/stream', { headers, signal, cache: 'no-store' })
      if (response.status === 401 || response.status === 404) return
      if (response.ok && response.body) {
        if (opened) tell({ kind: 'missed' })
        opened = true
        pauseMs = firstPauseMs
        await readEvents(response.body, (event) => {
          const news = toNews(event)
          if (news) tell(news)
        })
      }
    } catch {
      // The line is down: phones lose it all the time. It is opened again below.
    }
    await pause(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

function toNews({ event, data }: StreamEvent): LiveNews | undefined {
  if (event === 'notification') return { kind: 'notification', notification: Notification.parse(JSON.parse(data)) }
  if (event === 'order') return { kind: 'order', order: LiveOrder.parse(JSON.parse(data)) }
  return undefined
}

/** Until the time is over, the network is back, or nobody waits any more. */
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
