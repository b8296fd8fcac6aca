import { useCallback, useEffect, useRef, useState } from 'react'
import { whenIdle } from '~/platform/navigation/when-idle'
import { useShopInfo } from '~/platform/pages/shop-info'

/** The part of the gateway's script that the shop uses. Source: docs.midtrans.com, "Snap JS". */
interface Snap {
  /** @throws if a popup is open already */
  pay(
    token: string,
    callbacks: { language: 'id'; onSuccess(): void; onPending(): void; onError(): void; onClose(): void },
  ): void
  hide(): void
}

declare global {
  interface Window {
    snap?: Snap
  }
}

let loading: Promise<Snap> | null = null

/** Adds the gateway's script once, because a second one would open a second popup. A call after a failure tries again. */
function loadSnap({ snapOrigin, clientKey }: { snapOrigin: string; clientKey: string }): Promise<Snap> {
  loading ??= new Promise<Snap>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${snapOrigin}/snap/snap.js`
    script.dataset.clientKey = clientKey
    const fail = () => {
      loading = null
      script.remove()
      reject(new Error(`${script.src} can't be loaded`))
    }
    script.onload = () => (window.snap ? resolve(window.snap) : fail())
    script.onerror = fail
    document.head.append(script)
  })
  return loading
}

const loadTimeoutMs = 5_000

export interface SnapAccess {
  /** `missing`: it was not loaded in time, and the buyer pays on the gateway's own page. It may still load. */
  state: 'loading' | 'ready' | 'missing'
  /** Resolves to the popup, or to null if it was not loaded in time. */
  whenLoaded: () => Promise<Snap | null>
}

/** At the latest 2 s after the page has loaded. */
function whenLoadedAndIdle(act: () => void): () => void {
  const leaving = new AbortController()
  const wait = () => whenIdle(act, leaving.signal)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { signal: leaving.signal })
  return () => leaving.abort()
}

/** Loads the gateway's script when the page that may need it is shown and idle, or earlier on demand. */
export function useSnap(): SnapAccess {
  const { snapOrigin, clientKey } = useShopInfo()
  const [state, setState] = useState<SnapAccess['state']>('loading')
  const outcome = useRef<Promise<Snap | null> | null>(null)

  const load = useCallback((): Promise<Snap | null> => {
    if (outcome.current) return outcome.current
    if (snapOrigin === null || clientKey === null) {
      setState('missing') // the shop can't be paid yet
      return Promise.resolve(null)
    }
    const script = loadSnap({ snapOrigin, clientKey })
    script
      .then(() => setState('ready'))
      .catch((error: unknown) => {
        console.error(error)
        setState('missing')
      })
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), loadTimeoutMs))
    void tooLate.then(() => setState((known) => (known === 'loading' ? 'missing' : known)))
    outcome.current = Promise.race([script.catch(() => null), tooLate])
    return outcome.current
  }, [snapOrigin, clientKey])

  useEffect(() => whenLoadedAndIdle(load), [load])

  const whenLoaded = useCallback(async () => window.snap ?? (await load()), [load])
  return { state, whenLoaded }
}
