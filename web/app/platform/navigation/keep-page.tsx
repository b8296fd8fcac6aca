/** Handles a navigation whose code or data can't be loaded: the customer stays, gets a message, and can try again. */
import { useEffect } from 'react'
import { createPath, type DataStrategyResult, type MiddlewareFunction, matchRoutes } from 'react-router'
import { ApiError, isUnanswered, noAnswer } from '~/platform/api/api-error'
import { whenIdle } from '~/platform/navigation/when-idle'
import { dismissToast, toast, toasts } from '~/platform/state/toasts'
import { CodeIsGone, retryCode, whenCodeFails } from './route-code'
import { type Router, useRouter } from './router-internals'

let router: Router | undefined
/** The position of the shown page in the browser's history. While a page further back loads, the browser is already there. */
let shownIndex = 0
const retryLabel = 'Coba lagi'
const indexNow = () => (history.state as { idx?: number } | null)?.idx ?? 0

/** The shop was not reached, or another server answered in its place. */
const isOutOfReach = (error: unknown): error is ApiError =>
  error instanceof ApiError && (isUnanswered(error) || error.status >= 500)

function stay(message: string): void {
  if (!router?.state.navigation.location) return
  const { location, navigation } = router.state
  if (navigation.location.key !== location.key)
    toast(message, 'alert', { to: createPath(navigation.location), label: retryLabel })
  const moved = indexNow() - shownIndex
  if (moved !== 0) history.go(-moved)
  // A navigation to the shown page ends the pending one, and loads nothing.
  else
    void router.navigate(location, {
      replace: true,
      state: location.state,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    })
}

/** A middleware of the root, because it sees the results of all loaders. */
export const keepPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next()
  const error = Object.values(results)
    .map(({ type, result }) => type === 'error' && result)
    .find(isOutOfReach)
  const to = router?.state.navigation.location
  // Not the first load of a document, a revalidation or a fetcher: their data is shown on this page.
  if (!error || !to || new URL(request.url).pathname + new URL(request.url).search !== to.pathname + to.search)
    return results
  stay(error.message)
  return request.signal.aborted ? results : new Promise(() => {})
}

/** In the root layout. */
export function KeepPage() {
  const current = useRouter()
  useEffect(() => {
    if (!current) return
    router = current
    shownIndex = indexNow()
    let { location } = current.state
    let pending = current.state.navigation.location
    const idsOf = (to: typeof location) => (matchRoutes(current.routes, to) ?? []).map(({ route }) => route.id ?? '')
    whenCodeFails((route, error) => {
      const to = current.state.navigation.location
      if (!to || !idsOf(to).includes(route.id)) return
      // The document of the next page names the files of its own build.
      if (error instanceof CodeIsGone) window.location.assign(createPath(to))
      else stay(noAnswer().message)
    })
    let leaving = new AbortController()
    // Its code is loaded late, and the page works without it.
    const ahead = () => {
      const [page, { signal }] = [location.pathname + location.search, leaving]
      const start = () =>
        whenIdle(async () => {
          // Not in the file of every page. If it can't be loaded, nothing is loaded ahead.
          const { loadAhead } = await import('./load-ahead').catch(() => ({ loadAhead: undefined }))
          await loadAhead?.(current.routes, page, signal)
        }, signal)
      if (document.readyState === 'complete') start()
      else addEventListener('load', start, { once: true, signal })
    }
    ahead()
    return current.subscribe(({ location: shown, navigation }) => {
      if (navigation.location && navigation.location !== pending) retryCode(idsOf(navigation.location))
      pending = navigation.location
      if (shown === location) return
      shownIndex = indexNow()
      const isOther = shown.pathname + shown.search !== location.pathname + location.search
      location = shown
      if (!isOther) return
      forgetFailures()
      leaving.abort()
      leaving = new AbortController()
      ahead()
    })
  }, [current])
  return null
}

/** Another page is shown: the messages about a failed navigation, or about an old page, end. */
function forgetFailures(): void {
  for (const { id, link } of toasts.get()) if (link?.label === retryLabel) dismissToast(id)
  document.getElementById('dari-simpanan')?.remove()
}
