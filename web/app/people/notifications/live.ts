/** Live events about the account, for components. */
import type { LiveOrder, Notification } from '@camilan/contract/notifications'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '~/platform/api/session'
import { whenIdle } from '~/platform/navigation/when-idle'
import { layers } from '~/platform/pages/layers'
import { useStore } from '~/platform/state/store'

export type LiveEvent =
  | { kind: 'notification'; notification: Notification }
  | { kind: 'order'; order: LiveOrder }
  /** The stream was interrupted. Events may have been lost, so ask the server. */
  | { kind: 'missed' }

const listeners = new Set<(event: LiveEvent) => void>()

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

/**
 * Load the page's data again after an event that concerns it, and after events that may have been missed. An event during
 * such a load waits for its end: a new load would abort it, and a page with many events would never change. An event while a
 * form is open in a dialog waits until it is closed: a row that the load takes away would take its dialog and what is typed.
 */
export function useLivePage(concerns: (event: Exclude<LiveEvent, { kind: 'missed' }>) => boolean): void {
  const { revalidate, state } = useRevalidator()
  const [isStale, setStale] = useState(false)
  const isTyping = useStore(layers).some(({ holdsInput }) => holdsInput)
  useLiveEvents((event) => {
    if (event.kind === 'missed' || concerns(event)) setStale(true)
  })
  useEffect(() => {
    if (!isStale || isTyping || state !== 'idle') return
    setStale(false)
    // Without a network the load would fail, and its error would replace the page.
    if (navigator.onLine) void revalidate()
  }, [isStale, isTyping, state, revalidate])
}

/** For a layout: receive live events while a user is logged in. Visitors don't load the code that reads them. */
export function useLiveStream(): void {
  const { token, account } = useSession()
  useEffect(() => {
    // A login of a former release has no account until the profile is loaded.
    if (token === null || account === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    const follow = () =>
      import('./live-stream').then(
        ({ followAccount }) => followAccount({ token, account, signal, onEvent: notifyListeners }),
        // Without a network the code can't be loaded either.
        () => window.addEventListener('online', follow, { once: true, signal }),
      )
    whenIdle(follow, signal)
    return () => leaving.abort()
  }, [token, account])
}

function notifyListeners(event: LiveEvent): void {
  for (const listener of listeners) listener(event)
}
