import type { Opening } from '@camilan/contract/opening-answer'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { api, unchecked } from '~/platform/api/api'
import { useShopInfo } from '~/platform/pages/shop-info'
import { serverNow } from '~/platform/state/server-time'
import { createStore, useStore } from '~/platform/state/store'

/** The last answer of the server. Null before the first: then the answer in the document is used. */
const asked = createStore<Opening | null>(null)
/** The moment of the last request, or of the document, in the time of `performance.now()`. */
let askedAtMs = 0

/** After this time the next action of the reader makes the page ask again. */
const staleMs = 30_000
/** So soon an open page sees that a closed shop was opened early. */
const closedEveryMs = 60_000
/** A random delay, so that not all open pages ask at the same moment. */
const spreadMs = 1_500
/** The time is known to a second: the same answer may come again. */
const againMs = 15_000
/** The browser would end a longer timer at once. */
const longestTimerMs = 86_400_000

export async function refreshOpening(signal?: AbortSignal): Promise<Opening> {
  // Before the answer, because an old page may ask while its loader does.
  askedAtMs = performance.now()
  const { data } = await api.get('/api/opening', unchecked<{ data: Opening }>(), {
    background: true,
    ...(signal && { signal }),
  })
  asked.set(data)
  return data
}

/** Whether the shop takes orders. */
export function useOpening(): Opening {
  const { opening } = useShopInfo()
  return useStore(asked) ?? opening
}

/** For a layout: asks again at the moment when the answer changes, and when the reader returns to an old page. */
export function useFollowedOpening(): Opening {
  const opening = useOpening()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page
  useEffect(refreshIfStale, [pathname])
  useEffect(() => {
    const onShow = () => document.visibilityState === 'visible' && refreshIfStale()
    document.addEventListener('visibilitychange', onShow)
    return () => document.removeEventListener('visibilitychange', onShow)
  }, [])
  useEffect(() => {
    if (opening.changes_at === null) return
    const dueInMs = Date.parse(opening.changes_at) - serverNow()
    const waitMs = dueInMs > 0 ? dueInMs + Math.random() * spreadMs : againMs
    const timer = setTimeout(tryRefresh, Math.min(waitMs, longestTimerMs))
    return () => clearTimeout(timer)
  }, [opening])
  useEffect(() => {
    if (opening.is_open) return
    const onTime = () => document.visibilityState === 'visible' && tryRefresh()
    const timer = setInterval(onTime, closedEveryMs + Math.random() * spreadMs)
    return () => clearInterval(timer)
  }, [opening.is_open])
  return opening
}

function refreshIfStale() {
  if (performance.now() - askedAtMs > staleMs) tryRefresh()
}

/** Without an answer the page keeps its last one. */
function tryRefresh() {
  refreshOpening().catch(() => {})
}
