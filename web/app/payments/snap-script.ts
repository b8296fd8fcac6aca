import type { ShopInfo } from '@camilan/contract/shop'

/** The part of the gateway's popup that we use. Source: docs.midtrans.com, "Snap JS". */
export interface Snap {
  /** Throws where a popup is open already. */
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
 * The gateway's script, put on the page once however often it is asked for: a second one would bring a second popup.
 * After a failure the next call tries anew.
 */
export function loadSnap({ snapOrigin, clientKey }: Pick<ShopInfo, 'snapOrigin' | 'clientKey'>): Promise<Snap> {
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
