import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'

/** Calls `act` when the visitor returns to the page: from another tab, window or app, from a locked screen, or by 'back'. */
export function onReturn(act: () => void, signal: AbortSignal): void {
  const ifVisible = () => document.visibilityState === 'visible' && act()
  document.addEventListener('visibilitychange', ifVisible, { signal })
  window.addEventListener('focus', ifVisible, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && act(), { signal })
}

/**
 * Loads the page's data again when the visitor returns, because another tab, device or person may have changed it.
 * @param ask  a call whose answer shows that the shop can be reached. Without one the page stays as it is: the load would
 *   fail too, and its error would replace the page
 */
export function useLoadOnReturn(ask: (signal: AbortSignal) => Promise<unknown>): void {
  const { revalidate, state } = useRevalidator()
  const load = useEffectEvent(async (signal: AbortSignal) => {
    if (state !== 'idle' || !navigator.onLine) return
    const isReached = await ask(signal).then(
      () => true,
      () => false,
    )
    if (isReached && !signal.aborted) await revalidate()
  })
  useEffect(() => {
    const leaving = new AbortController()
    let isAsking = false
    const once = () => {
      if (isAsking) return // the browser tells of one return in several ways
      isAsking = true
      void load(leaving.signal).finally(() => {
        isAsking = false
      })
    }
    onReturn(once, leaving.signal)
    return () => leaving.abort()
  }, [])
}
