import { useCallback, useEffect, useRef, useState } from 'react'
import { useShopInfo } from '~/platform/shop-info'
import { loadSnap, type Snap } from './snap-script'

const patienceMs = 5_000

export interface SnapAccess {
  /** `missing`: it was not loaded in time, so the buyer pays on the gateway's own page; it may still arrive. */
  state: 'loading' | 'ready' | 'missing'
  /** The popup, or null where it was not loaded in time. */
  awaited: () => Promise<Snap | null>
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
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))
    outcome.current = Promise.race([script.catch(() => null), tooLate])
    void tooLate.then(() => shown && setState((known) => (known === 'loading' ? 'missing' : known)))
    return () => {
      shown = false
    }
  }, [snapOrigin, clientKey])

  const awaited = useCallback(async () => window.snap ?? (await outcome.current), [])
  return { state, awaited }
}
