import type { ShopInfo } from '@camilan/contract/shop'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useShopInfo } from '~/platform/shop-info'

/** The part of the gateway's script that the shop uses. Source: docs.midtrans.com, "Snap JS". */
interface Snap {
  /** @throws where a popup is open already */
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

/**
 * Adds the gateway's script to the page once, as a second script would open a second popup. After a failure the next
 * call tries again.
 */
function loadSnap({ snapOrigin, clientKey }: Pick<ShopInfo, 'snapOrigin' | 'clientKey'>): Promise<Snap> {
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
  /** `missing`: it was not loaded in time, and the buyer pays on the gateway's own page. It may still be loaded. */
  state: 'loading' | 'ready' | 'missing'
  /** Resolves to the popup, or to null where it was not loaded in time. */
  whenLoaded: () => Promise<Snap | null>
}

/** Loads the gateway's script as soon as a page that may need it is shown. */
export function useSnap(): SnapAccess {
  const { snapOrigin, clientKey } = useShopInfo()
  const [state, setState] = useState<SnapAccess['state']>('loading')
  const outcome = useRef<Promise<Snap | null>>(Promise.resolve(null))

  useEffect(() => {
    let shown = true
    const script = loadSnap({ snapOrigin, clientKey })
    script
      .then(() => shown && setState('ready'))
      .catch((error: unknown) => {
        console.error(error)
        if (shown) setState('missing')
      })
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), loadTimeoutMs))
    outcome.current = Promise.race([script.catch(() => null), tooLate])
    void tooLate.then(() => shown && setState((known) => (known === 'loading' ? 'missing' : known)))
    return () => {
      shown = false
    }
  }, [snapOrigin, clientKey])

  const whenLoaded = useCallback(async () => window.snap ?? (await outcome.current), [])
  return { state, whenLoaded }
}
